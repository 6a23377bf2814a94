package dev.snowflakeid.spring.shop;

import dev.snowflakeid.StringId;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A small application of the kind that adds the library and nothing else. */
@SpringBootApplication
@RestController
public class ShopApplication {

  private final Purchases purchases;

  ShopApplication(Purchases purchases) {
    this.purchases = purchases;
  }

  public static void main(String[] args) {
    SpringApplication.run(ShopApplication.class, args);
  }

  record Receipt(@StringId long purchase, long amount) {}

  @PostMapping("/purchases")
  Purchase buy(@RequestParam String article, @RequestParam long amount) {
    return purchases.save(new Purchase(article, amount));
  }

  @GetMapping("/purchases")
  List<Purchase> all() {
    return purchases.findAll();
  }

  @GetMapping("/purchases/{id}/receipt")
  Receipt receipt(@PathVariable long id) {
    return purchases.findById(id).map(p -> new Receipt(p.getId(), p.getAmount())).orElseThrow();
  }
}
