package dev.snowflakeid.examples.orders;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** An order. It has no column for the time it was made: its id tells. */
@Entity
@Table(name = "purchase")
public class Purchase {

  @Id @SnowflakeId private Long id;

  @ManyToOne(fetch = FetchType.LAZY, optional = false)
  private Customer customer;

  @OneToMany(mappedBy = "purchase", cascade = CascadeType.ALL)
  @OrderBy("id.number")
  private List<Line> lines = new ArrayList<>();

  protected Purchase() {}

  Purchase(Customer customer) {
    this.customer = customer;
  }

  Line add(String product, int quantity, BigDecimal price) {
    Line line = new Line(this, lines.size() + 1, product, quantity, price);
    lines.add(line);
    return line;
  }

  Long id() {
    return id;
  }

  Customer customer() {
    return customer;
  }

  List<Line> lines() {
    return lines;
  }
}
