package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Reads;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The format of 0.1 is frozen: a store that it wrote is sound, is read whole, and goes on as a
 * store of today, in every later version.
 */
final class ReleaseStoreTest {

  @TempDir private Path folder;
  private Path store = Path.of("");

  @BeforeEach
  void copy() throws IOException {
    store = folder.resolve("store");
    new KeptStore("release-0.1", KeptStore.unzip("release-0.1.zip"), new TreeMap<>()).copyTo(store);
  }

  private static void check(OpenStore db) throws IOException {
    List<String> lines = KeptStore.lines("release-0.1.txt");
    assertEquals(Compression.values().length, lines.size());
    for (String line : lines) {
      String name = line.substring(0, line.indexOf(' '));
      KeyspaceReads keyspace = db.keyspace(name);
      NavigableMap<String, String> content = scan(keyspace);
      assertEquals(line, name + " " + new Digest(content));
      assertEquals(
          ReleaseStore.options(Compression.valueOf(name)).toString(),
          keyspace.options().toString());
      checkGets(keyspace, content);
    }
  }

  private static NavigableMap<String, String> scan(Reads from) {
    NavigableMap<String, String> content = new TreeMap<>();
    try (Cursor all = from.scan(KeyRange.all())) {
      while (all.next()) {
        content.put(new String(all.key(), UTF_8), new String(all.value(), UTF_8));
      }
    }
    return content;
  }

  private static void checkGets(Reads keyspace, NavigableMap<String, String> content) {
    for (int i = 0; i < 500; i++) {
      byte[] value = keyspace.get(ReleaseStore.key(i));
      String there = content.get(new String(ReleaseStore.key(i), UTF_8));
      assertEquals(there, value == null ? null : new String(value, UTF_8));
    }
  }

  @Test
  void isSoundAndIsReadWhole() throws IOException {
    assertEquals(List.of(), StoreTools.verify(store).problems());
    try (DbReader db = Db.openReadOnly(store)) {
      assertEquals(List.of(), db.problems());
      check(db);
    }
  }

  /** What is kept shows what it is kept for. */
  @Test
  void hasSomethingOfEverything() throws IOException {
    try (DbReader db = Db.openReadOnly(store)) {
      assertTrue(db.stats().count("table.deletes") > 10, () -> db.stats().toString());
      assertTrue(db.stats().count("range.deletes") > 0, () -> db.stats().toString());
      assertTrue(db.stats().count("table.dead.entries") > 0, () -> db.stats().toString());
      assertTrue(db.stats().memTableBytes() > 0, () -> db.stats().toString());
    }
    Set<String> names = KeptStore.unzip("release-0.1.zip").keySet();
    for (String end : List.of(".sst", ".val", ".dv", ".log", "CURRENT", "MANIFEST-000001")) {
      assertTrue(names.stream().anyMatch(name -> name.endsWith(end)), end);
    }
  }

  @Test
  void goesOnAsAStoreOfToday() throws IOException {
    for (int opening = 0; opening < 2; opening++) {
      try (Db db = Db.openExisting(store, DbOptions.defaults())) {
        check(db);
        Keyspace zstd = db.keyspace("ZSTD");
        zstd.put(ReleaseStore.key(9999), ReleaseStore.key(1));
        db.flush();
        zstd.delete(ReleaseStore.key(9999));
        db.compact();
        check(db);
      }
      assertEquals(List.of(), StoreTools.verify(store).problems());
    }
  }
}
