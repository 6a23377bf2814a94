package dev.snowflakeid.lease.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.snowflakeid.lease.Slot;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathsTest {

  private final Paths paths = new Paths("/snowflake", "orders");

  @Test
  void shouldNameSlotsByNumberAndHoldersBySession() {
    Slot slot = new Slot(42, 9, 3, 7, "ab/c", true, null, 0, "host-1");

    assertEquals("/snowflake/namespaces/orders/slots/0042", paths.slot(42));
    assertEquals("/snowflake/namespaces/orders/slots/0042/3-ab%2Fc", paths.lastWrite(slot));
    assertEquals("/snowflake/namespaces/orders/owners/12345", paths.owner(12_345));
    assertEquals("/snowflake/namespaces/orders/holders/0042-ff", paths.holder(42, 255));
    assertEquals(42, Paths.worker(Paths.number(42)));
  }

  @Test
  void shouldKeepAnyNamespaceInsideItsFolder() {
    assertEquals(
        "/snowflake/namespaces/%2E%2E/records/a%2Fb",
        new Paths("/snowflake", "..").namedRecord("a/b"));
    assertEquals("/snowflake/namespaces/a.b/slots", new Paths("/snowflake", "a.b").slots());
  }

  @Test
  void shouldListParentsFirst() {
    assertEquals(List.of("/a", "/a/b", "/a/b/clock"), Paths.withParents(Paths.clock("/a/b")));
  }
}
