package dev.snowflakeid.examples.orders;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

interface Customers extends JpaRepository<Customer, Long> {

  Optional<Customer> findByName(String name);
}
