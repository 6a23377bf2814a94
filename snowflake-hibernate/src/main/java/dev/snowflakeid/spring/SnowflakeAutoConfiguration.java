package dev.snowflakeid.spring;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.SnowflakeSettings;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * A {@link SnowflakeGenerator} bean, and the Jackson modules.
 *
 * <p>Settings are read from {@code snowflake-id.*}. Where one of them is not set, {@code
 * spring.jpa.properties.hibernate.snowflake.*} counts. The lease is taken from, in this order: a
 * {@code LeaseStore} bean; with {@code lease.store=etcd} or {@code zookeeper} and no address, a
 * {@code Client} or {@code CuratorFramework} bean; what the settings name; the {@code DataSource}.
 *
 * <p>A {@code SnowflakeGenerator} bean of the application's own takes the place of all this.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeAutoConfiguration {

  private static final String PREFIX = SnowflakeProperties.PREFIX + ".";
  private static final String HIBERNATE_PREFIX = "hibernate.snowflake.";

  @Bean
  @ConditionalOnMissingBean({SnowflakeGenerator.class, SnowflakeGenerators.class})
  SnowflakeGenerators snowflakeGenerators(
      SnowflakeProperties properties, Environment environment, BeanFactory beans) {
    Map<String, Object> settings = new HashMap<>();
    settings.putAll(ofHibernate(environment));
    properties.toMap().forEach((key, value) -> settings.put(PREFIX + key, value));
    new BeanStores(settings, PREFIX, beans).apply();
    try {
      return new SnowflakeGenerators(SnowflakeSettings.of(settings, PREFIX), beans);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(e);
    }
  }

  @Bean
  @Lazy
  @ConditionalOnMissingBean
  SnowflakeGenerator snowflakeGenerator(SnowflakeGenerators generators) {
    return generators.apply("");
  }

  private static Map<String, String> ofHibernate(Environment environment) {
    Map<String, String> settings = new HashMap<>();
    Binder.get(environment)
        .bind("spring.jpa.properties", Bindable.mapOf(String.class, String.class))
        .orElse(Map.of())
        .forEach(
            (key, value) -> {
              if (key.startsWith(HIBERNATE_PREFIX)) {
                settings.put(PREFIX + key.substring(HIBERNATE_PREFIX.length()), value);
              }
            });
    return settings;
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(com.fasterxml.jackson.databind.Module.class)
  static class Jackson2 {

    @Bean
    @ConditionalOnMissingBean
    dev.snowflakeid.jackson2.SnowflakeModule snowflakeJackson2Module() {
      return new dev.snowflakeid.jackson2.SnowflakeModule();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(tools.jackson.databind.JacksonModule.class)
  static class Jackson3 {

    @Bean
    @ConditionalOnMissingBean
    dev.snowflakeid.jackson3.SnowflakeModule snowflakeJacksonModule() {
      return new dev.snowflakeid.jackson3.SnowflakeModule();
    }
  }
}
