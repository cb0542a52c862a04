package dev.malkoha.tools.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Stores that are damaged in one place or in some, and saved. What the report does not tell of is
 * as it was; what it tells of is lost, or was there once; it tells nothing that the damage cannot
 * have done.
 */
public final class SalvageHunt implements LongPredicate {

  private static final Path SAVED = Path.of("/saved");
  private static final int DAMAGES = 12;
  private static final int SECTOR_BYTES = 512;

  /** Some more than a salvage makes. */
  private static final int CALLS = 500;

  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (AssertionError | RuntimeException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Damages the store of a seed time and again; fails where a salvage of it is wrong. */
  void check(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SalvagedHistory history = new SalvagedHistory(seed, true, random.nextBoolean());
    String replay = Trials.replay(SalvageTest.class, seed) + ", ";
    for (int i = 0; i < DAMAGES; i++) {
      SimulatedDisk damaged = history.disk.kill();
      String what = damages(damaged.filesAtRest(Stores.PATH), random);
      try {
        List<SimulatedDisk> cut = killAt(damaged, random.nextLong(CALLS));
        SalvageReport report = Stores.salvage(damaged, Stores.PATH, SAVED);
        Map<String, NavigableMap<String, String>> found = SalvagedHistory.read(damaged, SAVED);
        cut.forEach(left -> SalvagedHistory.checkAllOrNothing(found, left, SAVED));
        check(history, found, report, what);
        checkNotes(report, what);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(replay + what, e);
      }
    }
  }

  /** What is there if the process is killed so many calls from now, once these have been made. */
  private static List<SimulatedDisk> killAt(SimulatedDisk disk, long calls) {
    List<SimulatedDisk> left = new ArrayList<>();
    long last = disk.calls() + calls;
    disk.onCall(
        call -> {
          if (call.index() == last) {
            left.add(disk.kill());
          }
        });
    return left;
  }

  /** Damages a store, and says where. */
  private static String damages(FilesAtRest files, SplittableRandom random) throws IOException {
    StringBuilder what = new StringBuilder();
    int places = random.nextInt(3) == 0 ? 3 : 1;
    for (int i = 0; i < places; i++) {
      what.append(damage(files, random)).append("; ");
    }
    return what.toString();
  }

  /** Changes a bit of a file, wipes a sector, ends it anywhere, or removes it. */
  private static String damage(FilesAtRest files, SplittableRandom random) throws IOException {
    String kind = List.of("", "", ".sst", ".log", ".dv", "MANIFEST").get(random.nextInt(6));
    List<String> all = files.names().stream().filter(name -> !name.equals("LOCK")).toList();
    List<String> some = all.stream().filter(name -> name.contains(kind)).toList();
    List<String> names = some.isEmpty() ? all : some;
    String name = names.get(random.nextInt(names.size()));
    int length = files.read(name).length;
    int dice = length == 0 ? 0 : random.nextInt(10);
    if (dice == 0) {
      files.remove(name);
      return name + " removed";
    }
    int place = random.nextInt(length);
    if (dice < 3) {
      files.truncate(name, place);
      return name + " ends at " + place;
    }
    if (dice < 5 && !name.endsWith(".log")) { // zeros may be its end, as after a power cut
      files.zeroSector(name, place / SECTOR_BYTES);
      return name + " has zeros around " + place;
    }
    files.flipBit(name, place * 8L + random.nextInt(8));
    return name + " at " + place;
  }

  /**
   * What no range and no note of the report tells of is as it was.
   *
   * @param what has been damaged
   */
  static void check(
      SalvagedHistory history,
      Map<String, NavigableMap<String, String>> found,
      SalvageReport report,
      String what) {
    boolean guessed = tells(report, "a guess");
    for (String keyspace : SalvagedHistory.KEYSPACES) {
      NavigableMap<String, String> expected = new TreeMap<>(history.holds.get(keyspace));
      NavigableMap<String, String> left = found.getOrDefault(keyspace, new TreeMap<>());
      left.forEach(
          (key, value) ->
              assertTrue(
                  history.everHad(keyspace, key, value)
                      || (guessed && history.everHad(other(keyspace), key, value)),
                  () -> key + " never had that"));
      Predicate<String> told =
          key ->
              report.losses().stream()
                  .anyMatch(
                      loss ->
                          loss.keyspace().equals(keyspace)
                              && loss.keys().contains(SalvagedHistory.bytes(key)));
      boolean misses = what.contains(" removed") && tells(report, "not missed");
      if (!guessed && !misses && !tellsOfLog(report)) {
        expected.keySet().removeIf(told);
        left.keySet().removeIf(told);
        if (tells(report, "may be back")) {
          left.keySet().retainAll(expected.keySet());
        }
        assertEquals(expected, left, () -> keyspace + "\n" + report);
      }
    }
  }

  /** No note and no range is about what is sound. */
  private static void checkNotes(SalvageReport report, String what) {
    boolean isManifest = what.contains("MANIFEST") || what.contains("CURRENT");
    assertTrue(isManifest || what.contains(".log") || !tellsOfLog(report), report::toString);
    assertTrue(isManifest || !tells(report, "not missed"), report::toString);
    assertTrue(
        isManifest || what.contains(".dv") || !tells(report, "may be back"), report::toString);
    boolean isFile = what.contains(".sst") || what.contains(".val") || what.contains(".dv");
    assertTrue(isManifest || isFile || report.losses().isEmpty(), report::toString);
  }

  private static boolean tellsOfLog(SalvageReport report) {
    return report.notes().stream()
        .anyMatch(note -> note.startsWith("the log") || note.startsWith("writes numbered"));
  }

  private static boolean tells(SalvageReport report, String words) {
    return report.notes().stream().anyMatch(note -> note.contains(words));
  }

  private static String other(String keyspace) {
    return SalvagedHistory.KEYSPACES.get(1 - SalvagedHistory.KEYSPACES.indexOf(keyspace));
  }
}
