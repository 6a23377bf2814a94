package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Worlds in which everything goes wrong that may. */
class SimulationTest {

  @Test
  void shouldKeepItsPromisesInEveryWorld() {
    String one = System.getProperty("simulation.seed", "");
    long first = one.isEmpty() ? 1 : Long.parseLong(one);
    long worlds = one.isEmpty() ? Long.getLong("simulation.seeds", 200) : 1;
    List<String> violations = new ArrayList<>();
    long ids = 0;
    for (long seed = first; seed < first + worlds && violations.size() < 3; seed++) {
      try {
        ids += new World(seed, Mutant.NONE).run().ids();
      } catch (Ledger.Violation e) {
        violations.add("-Dsimulation.seed=" + seed + ": " + e.getMessage());
      }
    }
    assertEquals(List.of(), violations);
    assertTrue(ids > worlds * 10_000, "only " + ids + " ids");
    System.out.printf("%s worlds, %s ids, none twice%n", worlds, ids);
  }
}
