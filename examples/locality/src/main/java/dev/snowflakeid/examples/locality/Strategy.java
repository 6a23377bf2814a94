package dev.snowflakeid.examples.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keys of one kind, made by a number of workers whose clocks differ. As text: {@code
 * KIND[-WORKERSw][-SKEWms[-aligned]]}, for example {@code snowflake-64w-50ms-aligned}.
 *
 * @param workers 1 to 1,024
 * @param skewMillis the workers' clocks are spread evenly over ± this many milliseconds
 * @param aligned whether the clocks are aligned to the store's to within half a round trip
 */
public record Strategy(Kind kind, int workers, int skewMillis, boolean aligned) {

  private static final Pattern TEXT =
      Pattern.compile(
          "(?<kind>%s)(-(?<workers>[0-9]{1,4})w)?(-(?<skew>[0-9]{1,5})ms(?<aligned>-aligned)?)?"
              .formatted(
                  Arrays.stream(Kind.values())
                      .map(Kind::toString)
                      .collect(Collectors.joining("|"))));

  private static final int[] WORKERS = {1, 8, 64, 1024};
  private static final int[] SKEWS = {0, 1, 5, 50, 500};

  public Strategy {
    if (workers < 1 || workers > 1024) {
      throw new IllegalArgumentException("workers must be 1 to 1024: workers=" + workers);
    }
    if (workers > 1 && !kind.hasWorkers()) {
      throw new IllegalArgumentException("this kind of key has no workers: kind=" + kind);
    }
    if (skewMillis > 0 && !kind.hasSkew()) {
      throw new IllegalArgumentException("this kind of key has no worker's clock: kind=" + kind);
    }
  }

  /**
   * Returns the strategy that a text names.
   *
   * @throws IllegalArgumentException if the text does not name a strategy
   */
  public static Strategy parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a strategy must be KIND[-WORKERSw][-SKEWms[-aligned]], KIND one of %s: strategy=%s"
              .formatted(Arrays.toString(Kind.values()), text));
    }
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(k -> k.toString().equals(matcher.group("kind")))
            .findAny()
            .orElseThrow();
    return new Strategy(
        kind,
        matcher.group("workers") == null ? 1 : Integer.parseInt(matcher.group("workers")),
        matcher.group("skew") == null ? 0 : Integer.parseInt(matcher.group("skew")),
        matcher.group("aligned") != null);
  }

  /** Returns the strategies of the report's main table. */
  static List<Strategy> defaults() {
    return Stream.of(
            "sequence",
            "sequence50-8w",
            "identity",
            "snowflake",
            "snowflake-64w-5ms",
            "snowflake-64w-50ms",
            "snowflake-64w-50ms-aligned",
            "snowflake-1024w-500ms",
            "snowflake-1024w-500ms-aligned",
            "tsid-64w-5ms",
            "uuid7-postgresql",
            "uuid7-hibernate",
            "uuid4",
            "worker-first-64w")
        .map(Strategy::parse)
        .toList();
  }

  /** Returns {@link #defaults()} and every number of workers with every skew, aligned and not. */
  static List<Strategy> all() {
    List<Strategy> all = new ArrayList<>(defaults());
    for (int workers : WORKERS) {
      for (int skew : SKEWS) {
        all.add(new Strategy(Kind.SNOWFLAKE, workers, skew, false));
        if (skew > 0) {
          all.add(new Strategy(Kind.SNOWFLAKE, workers, skew, true));
        }
      }
    }
    return all.stream().distinct().toList();
  }

  @Override
  public String toString() {
    return kind
        + (workers > 1 ? "-" + workers + "w" : "")
        + (skewMillis > 0 ? "-" + skewMillis + "ms" : "")
        + (aligned ? "-aligned" : "");
  }
}
