package dev.snowflakeid.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A line to a local server that can be cut one way or both ways. As on a real line, what was sent
 * into a cut is not lost but arrives when the line is whole again, or dies with its connection.
 */
final class TcpProxy implements AutoCloseable {

  private final ServerSocket listener;
  private final int target;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "proxy");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean requestsCut;
  private boolean answersCut;

  /** Opens a line to a port of the loopback interface. */
  TcpProxy(int target) {
    this.target = target;
    try {
      this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Cuts the line to the server: it hears of nothing. */
  void cutRequests() {
    set(true, false);
  }

  /** Cuts the line from the server: it hears everything, and nobody hears its answers. */
  void cutAnswers() {
    set(false, true);
  }

  void cut() {
    set(true, true);
  }

  void heal() {
    set(false, false);
  }

  /** Resets all connections. */
  void reset() {
    sockets.forEach(TcpProxy::close);
    sockets.clear();
  }

  private void set(boolean requests, boolean answers) {
    lock.lock();
    try {
      requestsCut = requests;
      answersCut = answers;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitWhole(boolean requests) throws InterruptedException {
    lock.lock();
    try {
      while (requests ? requestsCut : answersCut) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        threads.execute(() -> connect(client));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void connect(Socket client) {
    sockets.add(client);
    try {
      awaitWhole(true);
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(server);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      threads.execute(() -> pass(client, server, true));
      threads.execute(() -> pass(server, client, false));
    } catch (IOException e) {
      close(client); // the server is down
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close(client);
    }
  }

  private void pass(Socket from, Socket to, boolean requests) {
    byte[] buffer = new byte[8_192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitWhole(requests);
        out.write(buffer, 0, n);
      }
      awaitWhole(requests);
    } catch (IOException e) {
      close(to); // one side has closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reset();
    threads.shutdownNow();
  }
}
