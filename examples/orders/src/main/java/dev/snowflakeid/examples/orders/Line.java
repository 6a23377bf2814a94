package dev.snowflakeid.examples.orders;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of an order. Its key is that of the order and a number: lines of one order lie together.
 */
@Entity
public class Line {

  /** The composite key. */
  @Embeddable
  public static class Key {

    private @Nullable Long purchaseId; // Hibernate's to fill
    private int number;

    protected Key() {}

    Key(int number) {
      this.number = number;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && number == key.number
          && Objects.equals(purchaseId, key.purchaseId);
    }

    @Override
    public int hashCode() {
      return Objects.hash(purchaseId, number);
    }
  }

  @EmbeddedId private Key id;

  @MapsId("purchaseId")
  @ManyToOne(fetch = FetchType.LAZY)
  private Purchase purchase;

  private String product;
  private int quantity;
  private BigDecimal price;

  protected Line() {}

  Line(Purchase purchase, int number, String product, int quantity, BigDecimal price) {
    this.id = new Key(number);
    this.purchase = purchase;
    this.product = product;
    this.quantity = quantity;
    this.price = price.setScale(2); // as the column has it
  }

  Purchase purchase() {
    return purchase;
  }

  int number() {
    return id.number;
  }

  String product() {
    return product;
  }

  int quantity() {
    return quantity;
  }

  BigDecimal price() {
    return price;
  }
}
