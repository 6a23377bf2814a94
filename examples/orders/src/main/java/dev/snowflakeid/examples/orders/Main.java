package dev.snowflakeid.examples.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The shop. Options are Spring's, such as {@code --server.port=8081}. */
@SpringBootApplication(proxyBeanMethods = false)
public class Main {

  public static void main(String[] args) {
    SpringApplication.run(Main.class, args);
  }
}
