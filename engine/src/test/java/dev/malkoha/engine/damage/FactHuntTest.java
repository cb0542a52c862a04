package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Manifests whose checksums are right and whose facts are not: each store is refused or answers as
 * its tables say.
 */
@Tag("hunt")
class FactHuntTest {

  private static final int CASES = 1_500;
  private static final int SOUND_STORES = 12;

  /** Else the hunt would compare with something that is not so. */
  @Test
  void soundStoresAnswerAsTheirTablesSay() throws Exception {
    for (long number : Trials.seeds(SOUND_STORES).toArray()) {
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
    Trials.seeds(CASES)
        .forEach(
            seed -> {
              FactTrial trial = hunt.trial(seed);
              Verdict verdict = trial.run();
              counts.merge(verdict.outcome(), 1, Integer::sum);
              if (!verdict.outcome().isAllowed() && failures.size() < 20) {
                failures.put(
                    verdict.outcome() + ", " + Trials.replay(FactHuntTest.class, seed),
                    trial.said() + "\n    " + verdict.detail());
              }
            });
    if (Trials.count(CASES) > CASES) {
      System.out.println(counts);
    }
    assertEquals("", String.join("\n", lines(failures)), counts::toString);
  }

  private static Iterable<String> lines(Map<String, String> failures) {
    return failures.entrySet().stream().map(one -> one.getKey() + ": " + one.getValue()).toList();
  }
}
