package dev.snowflakeid.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The tool for etcd's snapshots. */
final class Etcdctl {

  private Etcdctl() {}

  static void run(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(EtcdMember.binary("etcdctl", "etcd-client"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ETCDCTL_API", "3");
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException("%s ended with %s: %s".formatted(command, status, printed));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
