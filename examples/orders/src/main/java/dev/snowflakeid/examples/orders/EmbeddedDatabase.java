package dev.snowflakeid.examples.orders;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A PostgreSQL that lives as long as the shop, unless {@code spring.datasource.url} names one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "spring.datasource.url", matchIfMissing = true, havingValue = "none")
class EmbeddedDatabase {

  @Bean(destroyMethod = "close")
  EmbeddedPostgres postgres() throws IOException {
    // No fsync: all data ends with the shop. Never do this where leases are to outlive a crash.
    // No shutdown hook: Spring closes it after the lease has been given back.
    return EmbeddedPostgres.builder()
        .setServerConfig("fsync", "off")
        .setRegisterShutdownHook(false)
        .start();
  }

  @Bean
  DataSource dataSource(EmbeddedPostgres postgres) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
    return pool;
  }
}
