package dev.snowflakeid.examples.orders;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a client orders.
 *
 * @param customer name, 1 to 100 characters
 * @param lines 1 to 50
 */
record NewPurchase(String customer, List<NewLine> lines) {

  /** One line; price of a piece. */
  record NewLine(String product, int quantity, BigDecimal price) {}

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException with the rule that is broken
   */
  NewPurchase checked() {
    require(isText(customer), "customer must have 1 to 100 characters: customer=" + customer);
    boolean some = lines != null && !lines.isEmpty() && lines.size() <= 50;
    require(some, "lines must be 1 to 50: " + (lines == null ? "none" : lines.size()));
    for (NewLine line : lines) {
      require(isText(line.product()), "product must have 1 to 100 characters: " + line.product());
      require(
          line.quantity() >= 1 && line.quantity() <= 1_000,
          "quantity must be from 1 to 1000: quantity=" + line.quantity());
      require(
          line.price() != null && line.price().signum() >= 0 && line.price().scale() <= 2,
          "price must be 0 or more, with at most two decimals: price=" + line.price());
    }
    return this;
  }

  private static boolean isText(String text) {
    return text != null && !text.isBlank() && text.length() <= 100;
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }
}
