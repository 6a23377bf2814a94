package dev.snowflakeid.json.boot;

import dev.snowflakeid.StringId;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

  record Order(
      @StringId long id,
      @StringId List<Long> items,
      @StringId Map<String, List<Long>> groups,
      long count) {}

  @GetMapping("/orders/{id}")
  Order one(@PathVariable("id") @StringId long id) {
    return new Order(id, List.of(id), Map.of("a", List.of(id)), 7);
  }

  @GetMapping("/orders")
  List<Order> some(@RequestParam("id") @StringId List<Long> ids, @RequestParam("page") long page) {
    return ids.stream().map(this::one).toList();
  }

  @PostMapping("/orders")
  Order create(@RequestBody Order order) {
    return order;
  }
}
