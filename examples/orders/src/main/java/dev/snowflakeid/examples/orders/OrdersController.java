package dev.snowflakeid.examples.orders;

import static dev.snowflakeid.examples.orders.BadRequestException.require;

import dev.snowflakeid.SnowflakeLayout;
import dev.snowflakeid.StringId;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders over HTTP. Ids in paths and parameters are read by the library: Spring's own conversion
 * would take {@code 0x10} for 16.
 */
@RestController
@RequestMapping("/api/orders")
class OrdersController {

  private static final int MOST = 200;

  /**
   * A page of orders, newest first.
   *
   * @param next what to pass as {@code before} for the next page; null after the last one
   */
  record Page(List<PurchaseView> orders, @StringId @Nullable Long next) {}

  private final Shop shop;

  OrdersController(Shop shop) {
    this.shop = shop;
  }

  /** Orders from an instant on, before an id: both are ranges of the primary key. */
  @GetMapping
  Page page(
      @RequestParam(required = false) @Nullable String since,
      @RequestParam(required = false) @Nullable String before,
      @RequestParam(defaultValue = "50") String limit) {
    int rows = number("limit", limit);
    long from = since == null ? 0 : firstId(since);
    long end = before == null ? Long.MAX_VALUE : id("before", before);
    List<PurchaseView> orders = shop.page(from, end, rows);
    Long next = orders.size() < rows ? null : orders.get(rows - 1).id();
    return new Page(orders, next);
  }

  @GetMapping("/{id}")
  ResponseEntity<PurchaseView> one(@PathVariable String id) {
    return ResponseEntity.of(shop.find(id("id", id)));
  }

  @PostMapping
  ResponseEntity<PurchaseView> order(@RequestBody NewPurchase order) {
    PurchaseView made = shop.order(order.checked());
    return ResponseEntity.created(URI.create("/api/orders/" + made.id())).body(made);
  }

  @PostMapping("/samples")
  List<PurchaseView> samples(@RequestParam(defaultValue = "1") String count) {
    return shop.orderSamples(number("count", count));
  }

  private static long id(String name, String text) {
    try {
      return SnowflakeLayout.parseId(text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(name + ": " + e.getMessage());
    }
  }

  private static int number(String name, String text) {
    require(
        text.matches("[1-9][0-9]{0,2}") && Integer.parseInt(text) <= MOST,
        "%s must be an integer from 1 to %s: %s=%s".formatted(name, MOST, name, text));
    return Integer.parseInt(text);
  }

  private static long firstId(String since) {
    try {
      return SnowflakeLayout.DEFAULT.firstIdAt(Instant.parse(since));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new BadRequestException(
          "since must be an instant such as 2026-11-24T00:00:00Z, from 2025 on: since=" + since);
    }
  }
}
