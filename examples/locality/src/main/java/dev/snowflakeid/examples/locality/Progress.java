package dev.snowflakeid.examples.locality;

import java.io.PrintStream;
import java.util.Locale;

/** A bar that is redrawn in place on a terminal, and a line per strategy elsewhere. */
final class Progress {

  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean terminal;
  private final long total;
  private String label = "";
  private long done;
  private int drawn = -1;

  Progress(PrintStream out, boolean terminal, long total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
  }

  synchronized void begin(String newLabel) {
    label = newLabel;
    if (!terminal) {
      out.printf(Locale.ROOT, "%3d %% %s%n", percent(), label);
    }
    draw();
  }

  synchronized void advance(long rows) {
    done += rows;
    if (percent() != drawn) {
      draw();
    }
  }

  synchronized void end() {
    if (terminal) {
      out.print("\r\033[K");
    }
  }

  private void draw() {
    drawn = percent();
    if (terminal) {
      int full = drawn * WIDTH / 100;
      out.printf(
          Locale.ROOT,
          "\r\033[K%s%s %3d %% %s",
          "█".repeat(full),
          "░".repeat(WIDTH - full),
          drawn,
          label);
      out.flush();
    }
  }

  private int percent() {
    return (int) Math.min(100, 100 * done / Math.max(1, total));
  }
}
