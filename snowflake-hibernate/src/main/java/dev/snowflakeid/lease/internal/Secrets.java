package dev.snowflakeid.lease.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hides what may be a password in the address of a server, before a message shows it. */
public final class Secrets {

  /** What comes before user info, in a JDBC URL and in any other; there may be nothing. */
  private static final Pattern SCHEME =
      Pattern.compile("(?:jdbc:(?:oracle:(?:thin|oci8?):|\\w+:)|\\w+:(?=//))?(?://)?");

  private static final Pattern PARAMETERS = Pattern.compile("[?;(#]");
  private static final Pattern JDBC_URL = Pattern.compile("jdbc:.*"); // a password may have blanks
  private static final String HIDDEN = "...";

  private Secrets() {}

  /**
   * An address without user info and without parameters. Where it is not clear which of the two a
   * password is in, all that follows the scheme is hidden: a password may contain anything.
   */
  public static String hidden(String address) {
    Matcher scheme = SCHEME.matcher(address);
    int start = scheme.lookingAt() ? scheme.end() : 0;
    String before = address.substring(0, start);
    String rest = address.substring(start);
    Matcher parameters = PARAMETERS.matcher(rest);
    int end = parameters.find() ? parameters.start() : rest.length();
    int userInfo = rest.lastIndexOf('@');
    if (userInfo > end) {
      return before + HIDDEN;
    }
    String shown = rest.substring(userInfo + 1, end);
    return userInfo > 0 ? before + HIDDEN + "@" + shown : before + shown;
  }

  /** A text in which a JDBC URL is {@link #hidden}, with the rest of its line. */
  public static String hiddenIn(String text) {
    return JDBC_URL.matcher(text).replaceAll(url -> Matcher.quoteReplacement(hidden(url.group())));
  }
}
