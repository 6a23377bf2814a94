package dev.snowflakeid.idservice;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that ask for ids without a pause, and keep every answer. */
final class Load implements AutoCloseable {

  private static final int COUNT = 50;

  private final Service service;
  private final ExecutorService threads;
  private final List<Future<?>> clients = new ArrayList<>();
  private final Queue<Long> ids = new ConcurrentLinkedQueue<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  private volatile boolean ending;

  Load(Service service, int clients) {
    this.service = service;
    this.threads = Executors.newFixedThreadPool(clients);
    for (int i = 0; i < clients; i++) {
      this.clients.add(threads.submit(this::ask));
    }
  }

  private void ask() {
    while (!ending) {
      try {
        keep(service.post("/v1/ids?count=" + COUNT));
      } catch (IOException e) {
        broken.incrementAndGet();
        pause();
      }
    }
  }

  private void keep(HttpResponse<String> response) {
    switch (response.statusCode()) {
      case 200 -> {
        List<Long> batch = Service.ids(response);
        ids.addAll(batch);
        answered.incrementAndGet();
        if (batch.size() != COUNT || !batch.equals(batch.stream().sorted().distinct().toList())) {
          wrong.add(response.body());
        }
      }
      case 503 -> {
        refused.incrementAndGet();
        boolean told = response.headers().firstValue("Retry-After").equals(Optional.of("1"));
        if (!told || response.body().contains("ids\":")) {
          wrong.add(response.headers() + response.body());
        }
        pause();
      }
      default -> wrong.add(response.statusCode() + response.body());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  int answered() {
    return answered.get();
  }

  int refused() {
    return refused.get();
  }

  int broken() {
    return broken.get();
  }

  /** Answers that are neither whole batches in order nor refusals that say when to come back. */
  List<String> wrong() {
    return List.copyOf(wrong);
  }

  List<Long> ids() {
    return List.copyOf(ids);
  }

  @Override
  public void close() {
    ending = true;
    threads.shutdown();
    for (Future<?> client : clients) {
      try {
        client.get();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
