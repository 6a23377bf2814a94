package dev.snowflakeid.examples.orders;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface Purchases extends JpaRepository<Purchase, Long> {

  /** A page, newest first: both bounds are bounds of the primary key. */
  @Query(
      "select p from Purchase p join fetch p.customer where p.id >= :from and p.id < :before"
          + " order by p.id desc")
  List<Purchase> page(long from, long before, Limit limit);
}
