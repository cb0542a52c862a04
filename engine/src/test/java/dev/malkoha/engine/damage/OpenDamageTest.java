package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bits of the tables and value files of an open store change, before their blocks were read once or
 * after: every answer is right, or the damage is told.
 */
@Tag("hunt")
final class OpenDamageTest {

  private static final long SEED = Trials.seed();
  private static final int STORES = Trials.count(150);

  @Test
  void noDamageUnderAnOpenStoreIsSilent() throws IOException {
    OpenDamageHunt hunt = new OpenDamageHunt();
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      try {
        hunt.run(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(Trials.replay(OpenDamageTest.class, seed), e);
      }
    }
    assertTrue(STORES == 1 || hunt.refused() > STORES, "reads refused: " + hunt.refused());
    assertTrue(STORES == 1 || hunt.right() > STORES, "reads right: " + hunt.right());
    System.out.printf(
        "%d stores, %d reads right, %d refused%n", STORES, hunt.right(), hunt.refused());
  }
}
