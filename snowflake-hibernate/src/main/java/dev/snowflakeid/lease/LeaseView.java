package dev.snowflakeid.lease;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One consistent look at a namespace.
 *
 * @param namespaceRecord the namespace record, or null if the namespace does not exist yet
 * @param slots all slots that exist, by worker id
 * @param storeTime the store's clock in Unix ms; empty if the store has none
 * @param generation changes whenever the store's history may have forked (failover, restore); null
 *     where the store cannot tell
 */
public record LeaseView(
    @Nullable NamedRecord namespaceRecord,
    List<Slot> slots,
    OptionalLong storeTime,
    @Nullable String generation) {

  /** The name under which a store keeps the namespace record. */
  public static final String NAMESPACE_RECORD = "namespace";

  public LeaseView {
    slots = List.copyOf(slots);
  }
}
