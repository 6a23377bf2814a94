package dev.snowflakeid.examples.quickstart;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;

@Entity
@Table(name = "orders")
public class Order {

  @Id @SnowflakeId private Long id;
  private String customer;
  private BigDecimal amount;

  protected Order() {}

  public Order(String customer, BigDecimal amount) {
    this.customer = customer;
    this.amount = amount;
  }

  public Long getId() {
    return id;
  }

  public String getCustomer() {
    return customer;
  }

  public BigDecimal getAmount() {
    return amount;
  }
}
