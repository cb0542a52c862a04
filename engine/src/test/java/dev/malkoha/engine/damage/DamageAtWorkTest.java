package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.CheckpointOptions;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Damaged;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A block that is damaged under an open store costs what is in it, and no more. */
class DamageAtWorkTest {

  private static final int KEYS = 2000;

  @TempDir private Path directory;

  private final List<Damaged> told = new CopyOnWriteArrayList<>();
  private final List<Sealed> sealed = new CopyOnWriteArrayList<>();
  private Path store;
  private DbOptions options;

  private final DbListener listener =
      new DbListener() {
        @Override
        public void damaged(Damaged event) {
          told.add(event);
        }

        @Override
        public void sealed(Sealed event) {
          sealed.add(event);
        }
      };

  @BeforeEach
  void prepare() {
    store = directory.resolve("store");
    options =
        DbOptions.builder()
            .memTableBytes(16 << 10)
            .blockCacheBytes(0)
            .blockBytes(512)
            .tableBytes(32 << 10)
            .listener(listener)
            .build();
  }

  private static byte[] key(int i) {
    return "key%06d".formatted(i).getBytes(UTF_8);
  }

  private static byte[] value(int i, String version) {
    return (version + i + "-" + "v".repeat(i % 40)).getBytes(UTF_8);
  }

  private void fill(Db db, String version) {
    for (int i = 0; i < KEYS; i++) {
      db.put(key(i), value(i, version));
    }
  }

  /** Flips a bit in a block in the middle of a table that has more than a few. */
  private Path damage() throws IOException {
    List<Path> tables;
    try (Stream<Path> files = Files.list(store)) {
      tables = files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    }
    Path table = tables.getFirst();
    byte[] bytes = Files.readAllBytes(table);
    bytes[bytes.length / 3] ^= 4;
    Files.write(table, bytes);
    return table;
  }

  /** A prefix that begins or ends in a damaged block stays in the filter. */
  @Test
  void deletesOfPrefixesGoOnElsewhere() throws IOException {
    DbOptions prefixes = options.toBuilder().prefixFilter(KeyPrefix.ofLength(8)).build();
    try (Db db = Db.open(store, prefixes)) {
      fill(db, "old");
      db.compact();
      damage();
      for (int i = 0; i < KEYS; i++) {
        db.delete(key(i));
      }
      db.flush();
      db.awaitIdle();
      assertEquals(List.of(), sealed);
      db.put(key(1), value(1, "new"));
      assertArrayEquals(value(1, "new"), db.get(key(1)));
    }
  }

  @Test
  void workGoesOnElsewhere() throws IOException {
    try (Db db = Db.open(store, options)) {
      fill(db, "old");
      db.compact();
      Path table = damage();
      fill(db, "new"); // flushes, and compactions into the damaged table among them
      db.flush();
      db.awaitIdle();
      assertEquals(List.of(), sealed);
      for (int i = 0; i < KEYS; i++) {
        assertArrayEquals(value(i, "new"), db.get(key(i)));
      }
      assertThrows(DbCorruptionException.class, db::compact);
      String name = table.getFileName().toString();
      assertEquals(
          1, db.problems().stream().filter(problem -> problem.file().equals(name)).count());
      assertEquals(1, metric(db));
      assertThrows(DbCorruptionException.class, () -> db.checkpoint(directory.resolve("copy")));
      assertFalse(Files.exists(directory.resolve("copy").resolve("CURRENT")));
      db.put(key(0), value(0, "newer"));
      db.flush();
      assertArrayEquals(value(0, "newer"), db.get(key(0)));
    }
    assertEquals(1, told.size());
    assertEquals("default", told.getFirst().keyspace());
    SalvageReport report = StoreTools.salvage(store, directory.resolve("saved"));
    assertEquals(KEYS, report.entries()); // newer versions of all keys are elsewhere
    assertFalse(report.losses().isEmpty());
  }

  private static double metric(Db db) {
    return db.stats().metrics().stream()
        .filter(metric -> metric.name().endsWith("files.damaged"))
        .findFirst()
        .orElseThrow()
        .samples()
        .getFirst()
        .value();
  }

  @Test
  void deletesThatReachIntoItStay() throws IOException {
    try (Db db = Db.open(store, options)) {
      fill(db, "old");
      db.compact();
      damage();
      for (int i = 0; i < KEYS; i += 2) {
        db.delete(key(i));
      }
      db.flush();
      db.awaitIdle();
      assertEquals(List.of(), sealed);
      for (int i = 0; i < KEYS; i += 2) {
        assertNull(db.get(key(i)));
      }
      db.put(key(1), value(1, "new"));
      assertArrayEquals(value(1, "new"), db.get(key(1)));
    }
    assertFalse(told.isEmpty());
  }

  @Test
  void aRangeDeleteOverItStays() throws IOException {
    try (Db db = Db.open(store, options)) {
      fill(db, "old");
      db.compact();
      damage();
      db.deleteRange(KeyRange.between(key(3), key(KEYS - 3)));
      db.flush();
      db.awaitIdle();
      assertEquals(List.of(), sealed);
      check(db);
    }
    try (Db db = Db.open(store, options)) {
      check(db);
    }
  }

  /** A get has to read a covered entry to see that it is; those of one block cannot be read. */
  private static void check(Db db) {
    int found = 0;
    int refused = 0;
    for (int i = 0; i < KEYS; i++) {
      try {
        found += db.get(key(i)) == null ? 0 : 1;
      } catch (DbCorruptionException e) {
        refused++;
      }
    }
    assertEquals(6, found);
    assertTrue(refused > 0 && refused < 40, "refused: " + refused);
  }

  @Test
  void aCheckpointReadsAllWhereItIsToldTo() throws IOException {
    try (Db db = Db.open(store, options)) {
      fill(db, "old");
      db.compact();
      damage();
      Path unread = directory.resolve("unread");
      db.checkpoint(unread);
      assertTrue(Files.exists(unread.resolve("CURRENT")));
      Path read = directory.resolve("read");
      DbCorruptionException refused =
          assertThrows(
              DbCorruptionException.class, () -> db.checkpoint(read, CheckpointOptions.verify()));
      assertTrue(String.valueOf(refused.getMessage()).contains("salvage"), refused::toString);
    }
  }
}
