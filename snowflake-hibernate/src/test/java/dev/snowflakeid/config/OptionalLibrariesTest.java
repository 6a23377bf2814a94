package dev.snowflakeid.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings where the clients of etcd and ZooKeeper are not on the class path. */
class OptionalLibrariesTest {

  private static final String PREFIX = "hibernate.snowflake.";

  private final ClassLoader loader = new WithoutClients();

  @ParameterizedTest
  @CsvSource({
    "etcd, lease.etcd.endpoints, io.etcd:jetcd-core",
    "zookeeper, lease.zookeeper.connect, org.apache.curator:curator-framework"
  })
  void shouldNameTheArtifactThatIsMissing(String store, String key, String artifact) {
    Map<String, String> settings = Map.of(PREFIX + "lease.store", store, PREFIX + key, "any");
    InvocationTargetException e =
        assertThrows(InvocationTargetException.class, () -> settings(settings));
    assertInstanceOf(IllegalArgumentException.class, e.getCause());
    assertEquals(
        "needs %s on the class path: hibernate.snowflake.lease.store=%s".formatted(artifact, store),
        e.getCause().getMessage());
  }

  @Test
  void shouldOpenTheOtherStoresWithoutTheClients() throws ReflectiveOperationException {
    Object fixed = settings(Map.of(PREFIX + "lease.store", "fixed", PREFIX + "worker-id", "3"));
    assertEquals("FixedWorker", open(fixed).getClass().getSimpleName());
    assertEquals("JdbcLeaseStore", open(settings(Map.of())).getClass().getSimpleName());
  }

  private Object settings(Map<String, String> settings) throws ReflectiveOperationException {
    Class<?> type = loader.loadClass(SnowflakeSettings.class.getName());
    assertNotSame(SnowflakeSettings.class, type);
    return type.getMethod("of", Map.class, String.class).invoke(null, settings, PREFIX);
  }

  private Object open(Object settings) throws ReflectiveOperationException {
    Class<?> sources = loader.loadClass("dev.snowflakeid.lease.jdbc.ConnectionSource");
    Object source = sources.getMethod("of", DataSource.class).invoke(null, new JdbcDataSource());
    Function<String, Object> names = name -> null;
    return settings
        .getClass()
        .getMethod("openStore", sources, Function.class)
        .invoke(settings, source, names);
  }

  /** Sees all that the tests see but the clients, and defines our classes anew. */
  private static final class WithoutClients extends ClassLoader {

    private static final List<String> HIDDEN =
        List.of("io.etcd.", "org.apache.curator.", "org.apache.zookeeper.");

    WithoutClients() {
      super(OptionalLibrariesTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (HIDDEN.stream().anyMatch(name::startsWith)) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("dev.snowflakeid.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] code = in.readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
