package dev.snowflakeid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Names this process for humans who read the lease table. It identifies nothing. */
final class Owner {

  private static final Path KERNEL_HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private Owner() {}

  static String ofThisProcess() {
    return host() + "/" + ProcessHandle.current().pid();
  }

  // Not InetAddress.getLocalHost(): where DNS is broken it takes seconds.
  private static String host() {
    return Stream.of("HOSTNAME", "COMPUTERNAME")
        .map(System::getenv)
        .filter(name -> name != null && !name.isBlank())
        .findFirst()
        .orElseGet(Owner::kernelHostName);
  }

  private static String kernelHostName() {
    try {
      return Files.readString(KERNEL_HOST_NAME).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
