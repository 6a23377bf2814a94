package dev.snowflakeid.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.SnowflakeLayout;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The shop over HTTP. */
class OrdersIT {

  private static final String ORDER =
      """
      {"customer":"Ada","lines":[{"product":"Lamp","quantity":2,"price":12.50},
                                 {"product":"Map","quantity":1,"price":3}]}""";

  private static RunningShop shop;

  @BeforeAll
  static void open() {
    shop = RunningShop.open();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void shouldKeepAnOrderAndWriteItsIdsAsStrings() throws IOException, SQLException {
    HttpResponse<String> made = shop.post("/api/orders", ORDER);

    assertEquals(201, made.statusCode(), made.body());
    JsonNode order = RunningShop.json(made);
    String id = order.get("id").stringValue();
    assertTrue(order.get("customerId").isString(), made.body());
    assertTrue(order.get("lines").get(0).get("quantity").isNumber(), made.body());
    assertEquals(
        "28.0", order.get("total").decimalValue().stripTrailingZeros().toPlainString() + ".0");
    assertEquals("/api/orders/" + id, made.headers().firstValue("Location").orElseThrow());
    assertEquals(order, RunningShop.json(shop.get("/api/orders/" + id)));
    assertEquals(
        List.of("1", "2"),
        shop.query("select number from line where purchase_id = " + id + " order by number"));
  }

  @Test
  void shouldGoThroughAllOrdersPageByPage() throws IOException, SQLException {
    shop.post("/api/orders/samples?count=120", "");
    List<String> seen = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = RunningShop.json(shop.get("/api/orders?limit=50" + next));
      page.get("orders").forEach(order -> seen.add(order.get("id").stringValue()));
      next = page.get("next").isNull() ? "" : "&before=" + page.get("next").stringValue();
    } while (!next.isEmpty());

    assertEquals(shop.query("select id from purchase order by id desc"), seen);
  }

  @Test
  void shouldFindOrdersSinceAnInstantByThePrimaryKey() throws Exception {
    shop.post("/api/orders/samples?count=200", "");
    Instant since =
        Instant.ofEpochMilli(
            SnowflakeLayout.DEFAULT
                .decompose(Long.parseLong(shop.query("select max(id) from purchase").get(0)))
                .instant()
                .toEpochMilli());
    JsonNode page = RunningShop.json(shop.get("/api/orders?limit=200&since=" + since));
    long from = SnowflakeLayout.DEFAULT.firstIdAt(since);

    assertEquals(
        shop.query("select id from purchase where id >= " + from + " order by id desc"),
        page.get("orders").valueStream().map(order -> order.get("id").stringValue()).toList());
    assertEquals(0, ordersSince(since.plus(Duration.ofDays(1))));
    // More rows than a sequential scan is worth; of 2025-01-01, before all others.
    shop.query(
        "insert into purchase (id, customer_id) select x::bigint << 22, min(c.id)"
            + " from generate_series(1, 20000) x, customer c group by x");
    shop.query("analyze purchase");
    String plan =
        String.join(
            "\n",
            shop.query(
                "explain select * from purchase where id >= "
                    + from
                    + " order by id desc limit 50"));
    shop.query("delete from purchase where id <= 20000::bigint << 22");
    assertTrue(plan.contains("purchase_pkey"), plan);
    assertTrue(plan.contains("Index Cond: (id >= "), plan);
    assertFalse(plan.contains("Seq Scan"), plan);
  }

  private static int ordersSince(Instant since) throws IOException {
    return RunningShop.json(shop.get("/api/orders?since=" + since)).get("orders").size();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/orders/0x10|id: id must be a decimal integer",
        "/api/orders/-1|id: id must be a decimal integer",
        "/api/orders/+5|id: id must be a decimal integer",
        "/api/orders?since=2024-12-31T00:00:00Z|since must be an instant",
        "/api/orders/9223372036854775808|id: id must be a decimal integer",
        "/api/orders?before=1.0|before: id must be a decimal integer",
        "/api/orders?limit=0|limit must be an integer from 1 to 200: limit=0",
        "/api/orders?limit=201|limit must be an integer from 1 to 200: limit=201",
        "/api/orders?since=tuesday|since must be an instant such as 2026-11-24T00:00:00Z, from 2025 on: since=tuesday",
      })
  void shouldNameTheRule(String path, String detail) throws IOException {
    HttpResponse<String> response = shop.get(path);

    assertEquals(400, response.statusCode(), response.body());
    assertEquals(
        "application/problem+json", response.headers().firstValue("Content-Type").orElseThrow());
    assertTrue(
        RunningShop.json(response).get("detail").stringValue().startsWith(detail), response.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|customer must have",
        "{\"customer\":\"Ada\"}|lines must be 1 to 50",
        "{\"customer\":\"Ada\",\"lines\":[{\"product\":\"Lamp\",\"quantity\":0,\"price\":1}]}|quantity must be",
        "{\"customer\":\"Ada\",\"lines\":[{\"product\":\"Lamp\",\"quantity\":1,\"price\":1.234}]}|price must be",
        "{\"customer\":\"Ada\",\"lines\":[{\"product\":\"Lamp\",\"quantity\":1,\"price\":1e400}]}|price must be",
        "{\"customer\":\"Ada\",\"lines\":[{\"product\":\"Lamp\",\"quantity\":1}]}|price must be",
        "{\"customer\":\"Ada\",\"lines\":[null]}|a line must be",
        "nonsense|an order is",
      })
  void shouldNotTakeAnOrderThatBreaksARule(String json, String detail)
      throws IOException, SQLException {
    List<String> before = shop.query("select count(*) from purchase");
    HttpResponse<String> response = shop.post("/api/orders", json);

    assertEquals(400, response.statusCode(), response.body());
    assertTrue(
        RunningShop.json(response).get("detail").stringValue().startsWith(detail), response.body());
    assertEquals(before, shop.query("select count(*) from purchase"));
  }

  @Test
  void shouldNotFindWhatThereIsNot() throws IOException {
    assertEquals(404, shop.get("/api/orders/1").statusCode());
  }

  @Test
  void shouldTellTheTimeOfAnOrderFromItsId() throws IOException {
    Instant before = Instant.now().minusSeconds(3);
    JsonNode orders = RunningShop.json(shop.post("/api/orders/samples?count=3", ""));
    Instant after = Instant.now().plusSeconds(3);
    List<Instant> times =
        orders
            .valueStream()
            .map(order -> Instant.parse(order.get("madeAt").stringValue()))
            .toList();

    assertEquals(times.stream().sorted(Comparator.naturalOrder()).toList(), times);
    assertTrue(times.get(0).isAfter(before) && times.get(2).isBefore(after), times::toString);
  }

  @Test
  void shouldDescribeIdsAsStrings() throws IOException {
    JsonNode schemas = RunningShop.json(shop.get("/v3/api-docs")).get("components").get("schemas");

    JsonNode view = schemas.get("PurchaseView").get("properties");
    assertEquals("string", view.get("id").get("type").stringValue());
    assertEquals("string", view.get("customerId").get("type").stringValue());
    assertEquals(
        "integer",
        schemas.get("LineView").get("properties").get("quantity").get("type").stringValue());
  }

  @Test
  void shouldBeReadyAndShowItsLease() throws IOException {
    assertEquals(200, shop.get("/actuator/health/readiness").statusCode());
    JsonNode lease = RunningShop.json(shop.get("/api/lease"));
    assertEquals("ACTIVE", lease.get("state").stringValue());
    assertTrue(lease.get("worker").intValue() >= 0 && lease.get("worker").intValue() < 1_024);
  }
}
