package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stores of every shape, damaged in every way: each is refused, or says what is wrong, or gives
 * every answer right.
 */
@Tag("hunt")
class DamageSweepTest {

  private static final long SEED = Trials.seed();
  private static final int WHOLE = 1_800;
  private static final int SALVAGED = 400;
  private static final int DAMAGES = Trials.count(WHOLE);

  /** One in so many damages is tried on real files, too. */
  private static final int REAL_ONE_IN = 20;

  /** An opening should take a second at most; other work of the machine may take its share. */
  private static final long LONGEST_NANOS = 5_000_000_000L;

  @Test
  void noDamageIsSilent() throws Exception {
    DamageSweep sweep =
        new DamageSweep(SEED, DAMAGES, thread -> LaidOutStore::simulated, Trial::attempt);
    check(sweep.run(), "damage.md");
  }

  @Test
  void noDamageOfRealFilesIsSilent(@TempDir Path folder) throws Exception {
    DamageSweep sweep =
        new DamageSweep(
            SEED,
            Math.max(1, DAMAGES / REAL_ONE_IN),
            thread -> files -> LaidOutStore.real(folder.resolve("store" + thread), files),
            Trial::attempt);
    check(sweep.run(), "damage-files.md");
  }

  @Test
  void salvageSavesWhatIsSound() throws Exception {
    DamageSweep sweep =
        new DamageSweep(
            SEED,
            Trials.count(SALVAGED),
            thread -> LaidOutStore::simulated,
            (store, damage, layer) -> SalvageTrial.attempt(store, damage));
    check(sweep.run(), "damage-salvage.md");
  }

  private static void check(Tally tally, String name) throws IOException {
    if (DAMAGES > WHOLE) {
      System.out.println(tally.table());
      Files.writeString(Files.createDirectories(Path.of("target")).resolve(name), tally.table());
      assertTrue(tally.longestNanos() < LONGEST_NANOS, tally::table);
    }
    assertEquals("", tally.failures(), tally::table);
  }

  @Test
  @EnabledIfSystemProperty(named = "malkoha.damage", matches = ".+")
  void replaysOneDamage() {
    PristineStore store = DamageSweep.store(SEED, Integer.getInteger("malkoha.store", 0));
    String text = System.getProperty("malkoha.damage");
    Damage damage =
        Damages.all(store, SEED).stream()
            .filter(any -> any.toString().equals(text))
            .findAny()
            .orElseThrow();
    for (DamageSweep.Tried tried :
        List.of(
            Trial.attempt(store, damage, LaidOutStore::simulated),
            SalvageTrial.attempt(store, damage))) {
      System.out.println(store.shape() + ", " + damage + ": " + tried.verdict());
      assertTrue(tried.verdict().outcome().isAllowed(), tried::toString);
    }
  }
}
