package dev.snowflakeid;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What all generators of a namespace have agreed on, kept as one line of text.
 *
 * @param storeId identity of the store, made once
 * @param maxHorizon longest reservation, in ms, that any holder may have used
 * @param maxOffset largest clock offset, in ms, that any holder may have allowed itself
 * @param generation the store's generation in which the leases are known to be complete
 * @param pending the generation that a quarantine is waiting for; null if there is no quarantine
 * @param changing whether an operator is changing the layout; nobody else ends that
 */
record NamespaceRecord(
    String storeId,
    long epochMillis,
    int workerBits,
    int sequenceBits,
    int firstWorker,
    int lastWorker,
    long maxHorizon,
    long maxOffset,
    String generation,
    @Nullable String pending,
    boolean changing) {

  /** Stands for the generation of a store that cannot tell one. */
  static final String NO_GENERATION = "";

  private static final long QUARANTINE_MARGIN_MILLIS = 1_000;
  private static final String FORMAT = "1";
  private static final String OK = "OK";
  private static final String PENDING = "PENDING";
  private static final String CHANGING = "CHANGING";

  static NamespaceRecord create(LeaseSettings settings, String generation) {
    SnowflakeLayout layout = settings.layout();
    return new NamespaceRecord(
        UUID.randomUUID().toString(),
        layout.epochMillis(),
        layout.workerBits(),
        layout.sequenceBits(),
        settings.firstWorker(),
        settings.lastWorker(),
        settings.ttlMillis(),
        settings.maxOffsetMillis(),
        generation,
        null,
        false);
  }

  /**
   * @throws ConfigurationMismatchException if the text is of another format
   */
  static NamespaceRecord parse(String namespace, String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : text.split(" ", -1)) {
      int equals = field.indexOf('=');
      fields.put(field.substring(0, Math.max(equals, 0)), field.substring(equals + 1));
    }
    if (!FORMAT.equals(fields.get("format"))) {
      throw new ConfigurationMismatchException(
          "namespace record must have format %s: namespace=%s record=%s"
              .formatted(FORMAT, namespace, text));
    }
    try {
      String[] workers = field(fields, "workers").split("-", 2);
      return new NamespaceRecord(
          field(fields, "store"),
          Long.parseLong(field(fields, "epoch")),
          Integer.parseInt(field(fields, "worker-bits")),
          Integer.parseInt(field(fields, "sequence-bits")),
          Integer.parseInt(workers[0]),
          Integer.parseInt(workers[1]),
          Long.parseLong(field(fields, "max-horizon")),
          Long.parseLong(field(fields, "max-offset")),
          decode(field(fields, "generation")),
          pending(field(fields, "state"), field(fields, "target")),
          field(fields, "state").equals(CHANGING));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new ConfigurationMismatchException(
          "namespace record cannot be read (%s): namespace=%s record=%s"
              .formatted(e.getMessage(), namespace, text));
    }
  }

  String format() {
    return "format=%s store=%s epoch=%s worker-bits=%s sequence-bits=%s workers=%s-%s"
            .formatted(
                FORMAT, storeId, epochMillis, workerBits, sequenceBits, firstWorker, lastWorker)
        + " max-horizon=%s max-offset=%s state=%s generation=%s target=%s"
            .formatted(
                maxHorizon,
                maxOffset,
                changing ? CHANGING : pending == null ? OK : PENDING,
                encode(generation),
                encode(pending));
  }

  /**
   * @throws ConfigurationMismatchException if the settings differ from what the namespace was
   *     created with
   */
  void requireSame(LeaseSettings settings) {
    SnowflakeLayout layout = settings.layout();
    boolean same =
        epochMillis == layout.epochMillis()
            && workerBits == layout.workerBits()
            && sequenceBits == layout.sequenceBits()
            && firstWorker == settings.firstWorker()
            && lastWorker == settings.lastWorker();
    if (!same) {
      throw new ConfigurationMismatchException(
          ("epoch, bit widths and worker range must be those that the namespace was created with:"
                  + " namespace=%s here: epoch=%s worker-bits=%s sequence-bits=%s workers=%s-%s,"
                  + " store: epoch=%s worker-bits=%s sequence-bits=%s workers=%s-%s")
              .formatted(
                  settings.namespace(),
                  layout.epochMillis(),
                  layout.workerBits(),
                  layout.sequenceBits(),
                  settings.firstWorker(),
                  settings.lastWorker(),
                  epochMillis,
                  workerBits,
                  sequenceBits,
                  firstWorker,
                  lastWorker));
    }
  }

  /** Whether the record already allows what these settings will use. */
  boolean covers(LeaseSettings settings) {
    return maxHorizon >= settings.ttlMillis() && maxOffset >= settings.maxOffsetMillis();
  }

  NamespaceRecord covering(LeaseSettings settings) {
    return new NamespaceRecord(
        storeId,
        epochMillis,
        workerBits,
        sequenceBits,
        firstWorker,
        lastWorker,
        Math.max(maxHorizon, settings.ttlMillis()),
        Math.max(maxOffset, settings.maxOffsetMillis()),
        generation,
        pending,
        changing);
  }

  NamespaceRecord withGeneration(String generation, @Nullable String pending) {
    return new NamespaceRecord(
        storeId,
        epochMillis,
        workerBits,
        sequenceBits,
        firstWorker,
        lastWorker,
        maxHorizon,
        maxOffset,
        generation,
        pending,
        false);
  }

  /** The same layout, out of use until whoever wrote this changes it. */
  NamespaceRecord withChanging() {
    return new NamespaceRecord(
        storeId,
        epochMillis,
        workerBits,
        sequenceBits,
        firstWorker,
        lastWorker,
        maxHorizon,
        maxOffset,
        generation,
        null,
        true);
  }

  NamespaceRecord withLayout(SnowflakeLayout layout, int first, int last, String liveGeneration) {
    return new NamespaceRecord(
        storeId,
        layout.epochMillis(),
        layout.workerBits(),
        layout.sequenceBits(),
        first,
        last,
        maxHorizon,
        maxOffset,
        liveGeneration,
        null,
        false);
  }

  SnowflakeLayout layout() {
    return new SnowflakeLayout(Instant.ofEpochMilli(epochMillis), workerBits, sequenceBits);
  }

  /** After this time, in ms, no reservation of a history that was lost is in use any more. */
  long quarantineMillis() {
    return maxHorizon + 2 * maxOffset + QUARANTINE_MARGIN_MILLIS;
  }

  /** A high-water mark from here on cannot come from a holder whose clock was right. */
  long poisonedFrom(long now) {
    return now + maxHorizon + 2 * maxOffset;
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no field " + name);
    }
    return value;
  }

  private static @Nullable String pending(String state, String target) {
    return switch (state) {
      case OK, CHANGING -> null;
      case PENDING -> decode(target);
      default -> throw new IllegalArgumentException("unknown state " + state);
    };
  }

  // Stores name their generations as they like; blanks would end the field.
  private static String encode(@Nullable String generation) {
    return URLEncoder.encode(
        Objects.requireNonNullElse(generation, NO_GENERATION), StandardCharsets.UTF_8);
  }

  private static String decode(String generation) {
    return URLDecoder.decode(generation, StandardCharsets.UTF_8);
  }
}
