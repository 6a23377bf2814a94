package dev.snowflakeid.examples.orders;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Who orders. */
@Entity
public class Customer {

  @Id @SnowflakeId private Long id;

  @Column(unique = true)
  private String name;

  protected Customer() {}

  Customer(String name) {
    this.name = name;
  }

  Long id() {
    return id;
  }

  String name() {
    return name;
  }
}
