package dev.snowflakeid.examples.orders;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.StringId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * An order as clients see it. Ids are strings in JSON; the quantity stays a number.
 *
 * @param madeAt read from the id
 */
record PurchaseView(
    @StringId long id,
    @StringId long customerId,
    String customer,
    Instant madeAt,
    BigDecimal total,
    List<LineView> lines) {

  /** A line of it. */
  record LineView(int number, String product, int quantity, BigDecimal price) {}

  static PurchaseView of(Purchase purchase) {
    List<LineView> lines =
        purchase.lines().stream()
            .map(l -> new LineView(l.number(), l.product(), l.quantity(), l.price()))
            .toList();
    return new PurchaseView(
        purchase.id(),
        purchase.customer().id(),
        purchase.customer().name(),
        SnowflakeLayout.DEFAULT.decompose(purchase.id()).instant(),
        lines.stream()
            .map(line -> line.price().multiply(BigDecimal.valueOf(line.quantity())))
            .reduce(BigDecimal.ZERO, BigDecimal::add),
        lines);
  }
}
