package dev.snowflakeid.lease.jdbc;

import dev.snowflakeid.lease.LeaseView;
import dev.snowflakeid.lease.NamedRecord;
import dev.snowflakeid.lease.Slot;
import dev.snowflakeid.lease.StoredSlot;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** From rows to the records of the SPI. */
final class Rows {

  private Rows() {}

  /** Rows of {@link LeaseSql#view}: the same head in each, a slot in each unless there is none. */
  static LeaseView view(Command view, Connection connection) throws SQLException {
    List<ViewRow> rows = view.query(connection, Rows::viewRow);
    ViewRow head = rows.get(0);
    return new LeaseView(
        head.namespaceRecord(),
        rows.stream().map(ViewRow::slot).filter(Objects::nonNull).toList(),
        OptionalLong.of(head.storeTime()),
        head.generation());
  }

  /** A row of {@link LeaseSql#slot}. */
  static Optional<StoredSlot> stored(Command select, Connection connection, long ttlMillis)
      throws SQLException {
    return select
        .query(
            connection,
            row -> new StoredSlot(slot(row), OptionalLong.of(row.getLong("store_now")), ttlMillis))
        .stream()
        .findFirst();
  }

  /** A row of {@link LeaseSql#namedRecord}. */
  static Optional<NamedRecord> namedRecord(Command select, Connection connection)
      throws SQLException {
    return select.query(connection, Rows::namedRecord).stream().findFirst();
  }

  private static ViewRow viewRow(ResultSet row) throws SQLException {
    boolean hasRecord = row.getString("record_value") != null;
    boolean hasSlot = row.getString("nonce") != null;
    return new ViewRow(
        hasRecord ? namedRecord(row) : null,
        hasSlot ? slot(row) : null,
        row.getLong("store_now"),
        row.getString("generation"));
  }

  private static NamedRecord namedRecord(ResultSet row) throws SQLException {
    return new NamedRecord(row.getLong("record_version"), row.getString("record_value"));
  }

  private static Slot slot(ResultSet row) throws SQLException {
    String owner = row.getString("owner");
    return new Slot(
        row.getInt("worker_id"),
        row.getLong("high_water"),
        row.getLong("token"),
        row.getLong("slot_version"),
        row.getString("nonce"),
        row.getLong("expires_at") > row.getLong("store_now"),
        row.getString("closed_nonce"),
        row.getLong("released_at"),
        owner == null ? "" : owner);
  }

  private record ViewRow(
      @Nullable NamedRecord namespaceRecord,
      @Nullable Slot slot,
      long storeTime,
      @Nullable String generation) {}
}
