package dev.snowflakeid.examples.orders;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What can be done in the shop, each in a transaction. */
@Service
class Shop {

  private static final List<String> NAMES =
      List.of("Ada", "Barbara", "Edsger", "Grace", "Hedy", "Katherine", "Leslie", "Margaret");
  private static final List<String> PRODUCTS =
      List.of("Clock", "Ledger", "Lamp", "Map", "Notebook", "Pencil", "Ruler", "Satchel");

  private final Customers customers;
  private final Purchases purchases;

  Shop(Customers customers, Purchases purchases) {
    this.customers = customers;
    this.purchases = purchases;
  }

  @Transactional
  public PurchaseView order(NewPurchase order) {
    Purchase purchase = new Purchase(customer(order.customer()));
    order.lines().forEach(line -> purchase.add(line.product(), line.quantity(), line.price()));
    return PurchaseView.of(purchases.save(purchase));
  }

  @Transactional
  public List<PurchaseView> orderSamples(int count) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    List<Customer> regulars = NAMES.stream().map(this::customer).toList();
    List<PurchaseView> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Purchase purchase = new Purchase(regulars.get(random.nextInt(regulars.size())));
      for (int line = random.nextInt(3); line >= 0; line--) {
        purchase.add(
            PRODUCTS.get(random.nextInt(PRODUCTS.size())),
            1 + random.nextInt(5),
            BigDecimal.valueOf(100 + random.nextInt(9_900), 2));
      }
      made.add(PurchaseView.of(purchases.save(purchase)));
    }
    return made;
  }

  private Customer customer(String name) {
    return customers.findByName(name).orElseGet(() -> customers.save(new Customer(name)));
  }

  @Transactional(readOnly = true)
  public List<PurchaseView> page(long from, long before, int limit) {
    return purchases.page(from, before, Limit.of(limit)).stream().map(PurchaseView::of).toList();
  }

  @Transactional(readOnly = true)
  public Optional<PurchaseView> find(long id) {
    return purchases.findById(id).map(PurchaseView::of);
  }
}
