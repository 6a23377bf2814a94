package dev.snowflakeid.spring;

import dev.snowflakeid.spring.shop.ShopApplication;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The shop, with its leases in another database than its entities. */
@Import(ShopApplication.class)
class LeaseElsewhereApplication {

  @Bean(defaultCandidate = false)
  DataSource leaseDataSource(@Value("${test.lease-url}") String url) {
    PGSimpleDataSource dataSource = new PGSimpleDataSource();
    dataSource.setUrl(url);
    dataSource.setUser("postgres");
    return dataSource;
  }
}
