package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bits of the tables and value files of an open store change, before their blocks were read once or
 * after: every answer is right, or the damage is told.
 *
 * <p>{@code -Dmalkoha.damages=N} tries more stores, {@code -Dmalkoha.seed=S} others.
 */
@Tag("hunt")
final class OpenDamageTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int STORES = Math.min(Integer.getInteger("malkoha.damages", 150), 10_000);

  @Test
  void noDamageUnderAnOpenStoreIsSilent() throws IOException {
    OpenDamageHunt hunt = new OpenDamageHunt();
    for (long seed = SEED; seed < SEED + STORES; seed++) {
      try {
        hunt.run(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("replay with -Dmalkoha.seed=" + seed, e);
      }
    }
    assertTrue(hunt.refused() > STORES, "reads refused: " + hunt.refused());
    assertTrue(hunt.right() > STORES, "reads right: " + hunt.right());
    System.out.printf(
        "%d stores, %d reads right, %d refused%n", STORES, hunt.right(), hunt.refused());
  }
}
