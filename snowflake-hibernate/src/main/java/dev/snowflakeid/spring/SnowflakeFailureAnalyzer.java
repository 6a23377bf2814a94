package dev.snowflakeid.spring;

import dev.snowflakeid.ClockException;
import dev.snowflakeid.ConfigurationMismatchException;
import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.LeaseUnavailableException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says in one paragraph why the application does not start, and in one what to do about it. */
final class SnowflakeFailureAnalyzer implements FailureAnalyzer {

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String action = action(cause);
      if (action != null) {
        return new FailureAnalysis(cause.getMessage(), action, cause);
      }
    }
    return null;
  }

  private static @Nullable String action(Throwable failure) {
    if (failure instanceof InvalidSettingException) {
      return "Correct the setting. All of them: README.md of snowflake-hibernate, Configuration.";
    }
    if (failure instanceof ConfigurationMismatchException) {
      return "Use the layout that the namespace was created with, or another"
          + " snowflake-id.namespace.";
    }
    if (failure instanceof ClockException) {
      return "Set the clock of this host, for example by NTP, and start again.";
    }
    if (failure instanceof LeaseUnavailableException) {
      return "Make the lease store reachable, or free a worker id; or set"
          + " snowflake-id.fail-fast=false, and the application starts and becomes ready when there"
          + " is a lease.";
    }
    return failure instanceof IdGenerationException ? "See the message above." : null;
  }
}
