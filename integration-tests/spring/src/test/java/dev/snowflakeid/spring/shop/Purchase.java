package dev.snowflakeid.spring.shop;

import dev.snowflakeid.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity as a user writes it: one annotation. */
@Entity
public class Purchase {

  @Id @SnowflakeId private Long id;
  private String article;
  private long amount;

  protected Purchase() {}

  public Purchase(String article, long amount) {
    this.article = article;
    this.amount = amount;
  }

  public Long getId() {
    return id;
  }

  public String getArticle() {
    return article;
  }

  public long getAmount() {
    return amount;
  }
}
