package dev.snowflakeid.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.snowflakeid.GeneratorContract;
import dev.snowflakeid.lease.LeaseStoreContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A store is tested by two contracts, and the second one is easily forgotten. */
class EveryStoreTest {

  private static final String STORE = "LeaseStoreIT";
  private static final String GENERATOR = "GeneratorIT";

  @Test
  void shouldInheritTheContractOfTheGeneratorBesideThatOfTheStore() throws Exception {
    List<String> stores = testsOf(LeaseStoreContract.class, STORE);
    List<String> generators = testsOf(GeneratorContract.class, GENERATOR);

    assertTrue(stores.size() >= 4, stores::toString);
    assertEquals(
        List.of(),
        stores.stream().filter(store -> generators.stream().noneMatch(store::startsWith)).toList());
  }

  /** Names without their ending, such as MariaDb. */
  private static List<String> testsOf(Class<?> contract, String ending) throws Exception {
    Path here = Path.of(EveryStoreTest.class.getResource("EveryStoreTest.class").toURI());
    try (Stream<Path> files = Files.list(here.getParent())) {
      return files
          .map(file -> file.getFileName().toString().replace(".class", ""))
          .filter(name -> name.endsWith(ending))
          .filter(name -> contract.isAssignableFrom(named(name)))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .toList();
    }
  }

  private static Class<?> named(String name) {
    try {
      return Class.forName(EveryStoreTest.class.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
