package dev.snowflakeid.spring;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;

/** Names that differ between the lines of Spring Boot. */
final class DataSourceClasses {

  private DataSourceClasses() {}

  /** Returns what makes a data source and Hibernate out of the settings, divided by commas. */
  static String autoConfigurations() {
    return Stream.of(
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
        .filter(name -> ClassUtils.isPresent(name, null))
        .collect(Collectors.joining(","));
  }
}
