package dev.snowflakeid.examples.admin;

import dev.snowflakeid.IdGenerationException;
import dev.snowflakeid.lease.LeaseStoreException;
import java.lang.reflect.Field;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Says on one line what went wrong, without a password, and gives the exit code. */
final class Failures {

  private static final String ENVIRONMENT = "SNOWFLAKE_ADMIN_";

  private Failures() {}

  static CommandLine handledBy(CommandLine line) {
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Instant.class, Failures::instant);
    IDefaultValueProvider environment = Failures::fromEnvironment;
    line.setDefaultValueProvider(environment);
    line.setParameterExceptionHandler(
        (e, given) -> {
          e.getCommandLine().getErr().println(e.getMessage());
          e.getCommandLine().getErr().println("--help lists the options.");
          return ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (e, command, result) -> {
          command.getErr().println(withoutSecrets(message(e), result));
          return e instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.SOFTWARE;
        });
    return line;
  }

  /**
   * @throws IllegalArgumentException if it is not an instant
   */
  static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "an instant must be like 2026-10-25T09:30:00Z: " + text, e);
    }
  }

  private static String message(Exception e) {
    boolean expected =
        e instanceof IllegalArgumentException
            || e instanceof IllegalStateException
            || e instanceof LeaseStoreException
            || e instanceof IdGenerationException;
    return expected && e.getMessage() != null ? e.getMessage() : e.toString();
  }

  /** A driver may put into its message whatever it was given. */
  private static String withoutSecrets(String message, ParseResult parsed) {
    ParseResult command = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    char[] typed = command.matchedOptionValue("--password", new char[0]);
    String safe = message;
    for (String secret :
        new String[] {System.getenv(ENVIRONMENT + "PASSWORD"), new String(typed)}) {
      if (secret != null && !secret.isEmpty()) {
        safe = safe.replace(secret, "...");
      }
    }
    return safe;
  }

  /** Where the store is; what an operator does is said on the command line alone. */
  private static @Nullable String fromEnvironment(ArgSpec argument) {
    boolean ofStore =
        argument.userObject() instanceof Field field
            && field.getDeclaringClass() == StoreOptions.class;
    if (ofStore && argument instanceof OptionSpec option && !option.interactive()) {
      String name = option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
      return System.getenv(ENVIRONMENT + name);
    }
    return null;
  }
}
