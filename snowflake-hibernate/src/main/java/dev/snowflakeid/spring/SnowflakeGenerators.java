package dev.snowflakeid.spring;

import dev.snowflakeid.SnowflakeGenerator;
import dev.snowflakeid.config.OwnGenerators;
import dev.snowflakeid.config.SnowflakeSettings;
import dev.snowflakeid.lease.LeaseStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.beans.factory.BeanFactory;

/**
 * The generators of an application, by namespace. Each takes its lease when it is first asked for,
 * and gives it back when the application context closes, before the connection pool does. What
 * nobody asks for costs nothing: no lease, no table, no thread.
 */
public final class SnowflakeGenerators
    implements Function<String, SnowflakeGenerator>, AutoCloseable {

  private final SnowflakeSettings settings;
  private final OwnGenerators own;
  private final Map<String, SnowflakeGenerator> opened = new ConcurrentHashMap<>();
  private final List<Consumer<SnowflakeGenerator>> observers = new CopyOnWriteArrayList<>();

  SnowflakeGenerators(SnowflakeSettings settings, BeanFactory beans) {
    this.settings = settings;
    this.own = new OwnGenerators(settings, () -> openStore(settings, beans));
  }

  private static LeaseStore openStore(SnowflakeSettings settings, BeanFactory beans) {
    try {
      ContextDatabase database = new ContextDatabase(beans);
      return settings.openStore(
          settings.usesEntityDatabase() ? database.checked() : database, beans::getBean);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(e);
    }
  }

  /**
   * Returns the generator of a namespace. Unless {@code snowflake-id.eager=false}, the first call
   * waits for the lease, at most {@code snowflake-id.start-timeout}.
   *
   * @param namespace as {@code @SnowflakeId} names it; empty for {@code snowflake-id.namespace}
   * @throws dev.snowflakeid.IdGenerationException if there is no lease and {@code
   *     snowflake-id.fail-fast=true}
   * @throws IllegalArgumentException if settings do not go together
   * @throws IllegalStateException if the application context is closed
   */
  @Override
  public SnowflakeGenerator apply(String namespace) {
    String name = namespace.isEmpty() ? settings.namespace() : namespace;
    SnowflakeGenerator generator = settings.eager() ? own.open(name) : own.get(name);
    if (opened.put(name, generator) != generator) {
      observers.forEach(observer -> observer.accept(generator));
    }
    return generator;
  }

  /** Returns the generators that have been asked for. */
  List<SnowflakeGenerator> opened() {
    return List.copyOf(opened.values());
  }

  /** Tells of each generator: at once of those that are open, later of those to come. */
  void observe(Consumer<SnowflakeGenerator> observer) {
    observers.add(observer);
    opened().forEach(observer);
  }

  /** Gives all leases back. Takes at most 2 s over all. */
  @Override
  public void close() {
    own.close();
  }
}
