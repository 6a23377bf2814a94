package dev.snowflakeid.examples.locality;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A way to make primary keys. */
public enum Kind {
  /** A sequence asked for each row. */
  SEQUENCE("bigint", "nextval('measured_seq')"),
  /** Each worker takes 50 numbers of a sequence at a time, Hibernate's default. */
  SEQUENCE50("bigint", null),
  IDENTITY("bigint", "default"),
  SNOWFLAKE("bigint", null),
  TSID("bigint", null),
  UUID7_POSTGRESQL("uuid", "uuidv7()"),
  UUID7_HIBERNATE("uuid", null),
  UUID4("uuid", null),
  /** The negative control: a snowflake whose worker bits stand above its time bits. */
  WORKER_FIRST("bigint", null);

  private final String sqlType;
  private final @Nullable String expression;

  Kind(String sqlType, @Nullable String expression) {
    this.sqlType = sqlType;
    this.expression = expression;
  }

  /** Returns the type of the key's column. */
  String sqlType() {
    return sqlType;
  }

  /** Returns what the server evaluates for each row, or null where the client makes the keys. */
  @Nullable String expression() {
    return expression;
  }

  /** Returns true if a time range is a range of keys. */
  boolean tellsTime() {
    return switch (this) {
      case SNOWFLAKE, TSID, UUID7_POSTGRESQL, UUID7_HIBERNATE -> true;
      case SEQUENCE, SEQUENCE50, IDENTITY, UUID4, WORKER_FIRST -> false;
    };
  }

  /** Returns true if keys of this kind depend on how many workers make them. */
  boolean hasWorkers() {
    return switch (this) {
      case SNOWFLAKE, TSID, WORKER_FIRST, SEQUENCE50 -> true;
      case SEQUENCE, IDENTITY, UUID7_POSTGRESQL, UUID7_HIBERNATE, UUID4 -> false;
    };
  }

  /** Returns true if keys of this kind are taken from a clock of the worker's. */
  boolean hasSkew() {
    return hasWorkers() && this != SEQUENCE50;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
