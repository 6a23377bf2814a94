package dev.snowflakeid.hibernate;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.MappingException;
import org.hibernate.Version;

/** Refuses a Hibernate that is too old, before anything that it lacks is called. */
final class HibernateVersion {

  // before it, Hibernate does not hand an assigned id to the generator (HHH-19320)
  private static final int[] FLOOR = {6, 6, 14};
  private static final Pattern NUMBERS =
      Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})\\b.*");

  private HibernateVersion() {}

  static void requireSupported() {
    requireSupported(Version.getVersionString());
  }

  /** A version that is not in numbers, as of a repackaged Hibernate, is let pass. */
  static void requireSupported(String version) {
    Matcher matcher = NUMBERS.matcher(version);
    if (matcher.matches()) {
      int[] numbers = new int[FLOOR.length];
      Arrays.setAll(numbers, i -> Integer.parseInt(matcher.group(i + 1)));
      if (Arrays.compare(numbers, FLOOR) < 0) {
        throw new MappingException(
            "@SnowflakeId needs Hibernate ORM 6.6.14.Final or later: version=" + version);
      }
    }
  }
}
