package dev.malkoha.tools.salvage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a salvage must not take for something else, one test for each trap. */
class SalvageTrapsTest {

  private static final Path SAVED = Path.of("/saved");
  private static final int KEYS = 60;
  private static final DbOptions OPTIONS =
      DbOptions.builder().memTableBytes(16 << 10).blockBytes(256).tableBytes(4096).build();

  private final SimulatedDisk disk = new SimulatedDisk();

  private static void putAll(Db db, String value) {
    for (int i = 0; i < KEYS; i++) {
      db.put("key%02d".formatted(i).getBytes(UTF_8), value.getBytes(UTF_8));
    }
  }

  private static String file(FilesAtRest files, String ending) {
    return files.names().stream().filter(name -> name.contains(ending)).findAny().orElseThrow();
  }

  /** What was written after a range delete had ended is not hidden by a manifest that has it. */
  @Test
  void aRangeDeleteThatHadEndedHidesNothing() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "old");
      db.flush();
      db.deleteRange(KeyRange.all());
      db.flush();
      db.compact();
      putAll(db, "new");
      db.compact();
    }
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    String manifest = file(files, "MANIFEST");
    int compared = 0;
    for (int at = 0; at < files.read(manifest).length; at += Trials.oneIn(3)) {
      SimulatedDisk damaged = disk.kill();
      damaged.filesAtRest(Stores.PATH).flipBit(manifest, at * 8L);
      SalvageReport report = Stores.salvage(damaged, Stores.PATH, SAVED);
      NavigableMap<String, String> found = found(damaged);
      if (report.losses().isEmpty() && !report.notes().isEmpty()) {
        compared++;
        assertEquals(KEYS, found.values().stream().filter("new"::equals).count(), "byte " + at);
      }
    }
    assertTrue(compared > 5, "damages that were told: " + compared);
  }

  private static NavigableMap<String, String> found(SimulatedDisk damaged) {
    return Objects.requireNonNull(SalvagedHistory.read(damaged, SAVED).get("default"));
  }

  @Test
  void aLogThatEndsInADamagedRecordIsTold() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      db.put("first".getBytes(UTF_8), "a".repeat(50).getBytes(UTF_8));
      db.put("last".getBytes(UTF_8), "b".repeat(50).getBytes(UTF_8));
      SimulatedDisk killed = disk.kill();
      FilesAtRest files = killed.filesAtRest(Stores.PATH);
      String log = file(files, ".log");
      int last = new String(files.read(log), UTF_8).indexOf("bbbb");
      files.flipBit(log, last * 8L);
      SalvageReport report = Stores.salvage(killed, Stores.PATH, SAVED);
      assertFalse(report.isComplete(), report::toString);
      assertEquals(1, report.entries());
    }
  }

  /** No manifest has a proof yet of how far it reached. */
  @Test
  void aYoungLogThatIsCutAnywhereOrGoneIsTold() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "value");
      String log = file(disk.filesAtRest(Stores.PATH), ".log");
      forEachEnd(log, (end, report) -> assertFalse(report.isComplete(), () -> "an end at " + end));
      SimulatedDisk gone = disk.kill();
      gone.filesAtRest(Stores.PATH).remove(log);
      assertFalse(Stores.salvage(gone, Stores.PATH, SAVED).isComplete());
    }
  }

  private interface Check {
    void check(int end, SalvageReport report);
  }

  /** Salvages the store with a file that ends anywhere. */
  private void forEachEnd(String file, Check check) throws IOException {
    int length = disk.filesAtRest(Stores.PATH).read(file).length;
    for (int end = 0; end < length; end += Trials.oneIn(3)) {
      SimulatedDisk damaged = disk.kill();
      damaged.filesAtRest(Stores.PATH).truncate(file, end);
      check.check(end, Stores.salvage(damaged, Stores.PATH, SAVED));
    }
  }

  /** CURRENT proves how long it was. */
  @Test
  void aManifestThatIsCutAnywhereIsTold() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "value");
      db.flush();
      db.deleteRange(KeyRange.all());
      db.flush();
    }
    forEachEnd(
        file(disk.filesAtRest(Stores.PATH), "MANIFEST"),
        (end, report) ->
            assertTrue(
                report.notes().stream().anyMatch(note -> note.contains("may be back")),
                () -> "an end at " + end + ": " + report));
  }

  /** At a block's border, too. */
  @Test
  void aTableThatIsCutAnywhereTellsWhatIsLost() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "value");
      db.flush();
    }
    forEachEnd(
        file(disk.filesAtRest(Stores.PATH), ".sst"),
        (end, report) -> {
          long lost =
              IntStream.range(0, KEYS)
                  .mapToObj("key%02d"::formatted)
                  .filter(
                      key ->
                          report.losses().stream()
                              .anyMatch(loss -> loss.keys().contains(key.getBytes(UTF_8))))
                  .count();
          assertTrue(report.entries() + lost >= KEYS, () -> "an end at " + end + ": " + report);
        });
  }

  @Test
  void aTableThatIsGoneBesideADamagedManifestIsTold() throws IOException {
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    String table;
    int edits;
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "value");
      db.flush();
      table = file(files, ".sst");
      edits = files.read(file(files, "MANIFEST")).length;
      db.put("later".getBytes(UTF_8), "value".getBytes(UTF_8));
      db.flush();
    }
    files.flipBit(file(files, "MANIFEST"), (edits + 20) * 8L);
    files.remove(table);
    SalvageReport report = Stores.salvage(disk, Stores.PATH, SAVED);
    KeyRange all = KeyRange.closed("key00".getBytes(UTF_8), "key59".getBytes(UTF_8));
    assertEquals(List.of(all), report.losses().stream().map(SalvageReport.Loss::keys).toList());
  }

  @Test
  void aSidecarsSectionThatDoesNotVerifyIsTold() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      putAll(db, "value");
      db.compact();
      db.delete("key07".getBytes(UTF_8));
      db.flush();
      db.awaitIdle();
    }
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    files.remove(file(files, "MANIFEST"));
    SimulatedDisk damaged = disk.kill();
    assertFalse(tellsOfSidecar(disk));
    String sidecar = file(files, ".dv");
    damaged
        .filesAtRest(Stores.PATH)
        .flipBit(sidecar, files.read(sidecar).length / 2 * 8L); // of its only section
    assertTrue(tellsOfSidecar(damaged));
  }

  private static boolean tellsOfSidecar(SimulatedDisk store) {
    return Stores.salvage(store, Stores.PATH, SAVED).notes().stream()
        .anyMatch(note -> note.contains(".dv cannot be read on, so deleted keys may be back"));
  }
}
