package dev.snowflakeid;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation is worth what it finds: each rule left out has to show. */
class MutantsTest {

  private static final int MOST_WORLDS = 6_000;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "INCLUSIVE_BOUND"}) // two processes at the very ms: see SmallScopeTest
  void shouldBeFound(Mutant mutant) {
    String found = "";
    long seed = 0;
    while (found.isEmpty() && seed++ < MOST_WORLDS) {
      try {
        new World(seed, mutant).run();
      } catch (Ledger.Violation e) {
        found = String.valueOf(e.getMessage());
      }
    }
    System.out.printf("%s in world %s: %s%n", mutant, seed, found.lines().findFirst().orElse("-"));
    assertTrue(!found.isEmpty(), () -> mutant + " goes unnoticed in " + MOST_WORLDS + " worlds");
  }
}
