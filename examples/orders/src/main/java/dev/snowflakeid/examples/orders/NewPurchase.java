package dev.snowflakeid.examples.orders;

import static dev.snowflakeid.examples.orders.BadRequestException.require;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client orders.
 *
 * @param customer name, 1 to 100 characters
 * @param lines 1 to 50
 */
record NewPurchase(String customer, List<@Nullable NewLine> lines) {

  /** One line; price of a piece. */
  record NewLine(String product, int quantity, BigDecimal price) {}

  private static final int MOST_LINES = 50;
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  /**
   * Checks it.
   *
   * @throws BadRequestException with the rule that is broken
   */
  NewPurchase checked() {
    require(isText(customer), "customer must have 1 to 100 characters: customer=" + customer);
    require(lines != null, "lines must be 1 to 50: none");
    int count = lines.size();
    require(count >= 1 && count <= MOST_LINES, "lines must be 1 to 50: " + count);
    for (NewLine line : lines) {
      require(line != null, "a line must be {product, quantity, price}: null");
      require(isText(line.product()), "product must have 1 to 100 characters: " + line.product());
      require(
          line.quantity() >= 1 && line.quantity() <= 1_000,
          "quantity must be from 1 to 1000: quantity=" + line.quantity());
      BigDecimal price = line.price();
      require(
          price != null && price.signum() >= 0 && price.compareTo(MOST) <= 0 && price.scale() <= 2,
          "price must be from 0 to 1000000, with at most two decimals: price=" + price);
    }
    return this;
  }

  private static boolean isText(@Nullable String text) {
    return text != null && !text.isBlank() && text.length() <= 100;
  }
}
