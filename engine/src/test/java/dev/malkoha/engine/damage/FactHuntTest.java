package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Manifests whose checksums are right and whose facts are not: each store is refused or answers as
 * its tables say.
 *
 * <p>{@code -Dmalkoha.facts=N} tries more of them, {@code -Dmalkoha.seed=S} begins at another.
 */
@Tag("hunt")
class FactHuntTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int IN_EACH_BUILD = 1_500;
  private static final int CASES = Integer.getInteger("malkoha.facts", IN_EACH_BUILD);
  private static final int SOUND_STORES = 12;

  /** Else the hunt would compare with something that is not so. */
  @Test
  void soundStoresAnswerAsTheirTablesSay() throws Exception {
    for (long number = SEED; number < SEED + SOUND_STORES; number++) {
      FactStore store = FactStore.grow(number);
      SimulatedDisk disk = new SimulatedDisk();
      FilesAtRest rest = disk.filesAtRest(Stores.PATH);
      store.files().names().forEach(name -> rest.write(name, store.files().bytes(name)));
      assertEquals(
          store.content(),
          TablesThemselves.read(disk, SealedManifest.of(disk).state()),
          "store " + number);
      Verdict verdict = FactHunt.sound(number);
      assertEquals(Outcome.RIGHT, verdict.outcome(), verdict::toString);
    }
  }

  @Test
  void noFactIsWrongInSilence() {
    FactHunt hunt = new FactHunt();
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    Map<String, String> failures = new TreeMap<>();
    LongStream.range(SEED, SEED + CASES)
        .parallel()
        .forEach(
            seed -> {
              FactTrial trial = hunt.trial(seed);
              Verdict verdict = trial.run();
              synchronized (counts) {
                counts.merge(verdict.outcome(), 1, Integer::sum);
                if (!verdict.outcome().isAllowed() && failures.size() < 20) {
                  failures.put(
                      verdict.outcome() + " at -Dmalkoha.seed=" + seed + " -Dmalkoha.facts=1",
                      trial.said() + "\n    " + verdict.detail());
                }
              }
            });
    if (CASES != IN_EACH_BUILD) {
      System.out.println(counts);
    }
    assertEquals("", String.join("\n", lines(failures)), counts::toString);
  }

  private static Iterable<String> lines(Map<String, String> failures) {
    return failures.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList();
  }
}
