package dev.snowflakeid.hibernate;

import org.hibernate.Version;

/** The Hibernate that the tests run with, for what differs between versions. */
final class Running {

  private static final String[] NUMBERS = Version.getVersionString().split("\\.");

  private Running() {}

  static boolean isAtLeast(int major, int minor) {
    int runningMajor = Integer.parseInt(NUMBERS[0]);
    return runningMajor > major || runningMajor == major && Integer.parseInt(NUMBERS[1]) >= minor;
  }
}
