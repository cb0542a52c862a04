package dev.malkoha.bench.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every store does what workloads rely on, as a sorted map does it. */
final class StoreContractTest {

  private static final int KEYS = 500;

  private final long seed = Trials.seed();
  private final Random random = new Random(seed);
  private final TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);

  private static Store open(StoreKind kind, Path directory) {
    return kind.open(directory, StoreSettings.withMebibytes(8));
  }

  private byte[] key() {
    return new byte[] {(byte) random.nextInt(256), (byte) random.nextInt(2)};
  }

  private byte[] value() {
    byte[] value = new byte[1 + random.nextInt(200)];
    random.nextBytes(value);
    return value;
  }

  private void change(Store store) {
    byte[] key = key();
    if (random.nextInt(4) == 0) {
      store.delete(key);
      model.remove(key);
    } else {
      byte[] value = value();
      store.put(key, value);
      model.put(key, value);
    }
  }

  private void batch(Store store) {
    try (Store.Batch batch = store.batch()) {
      for (int n = 0; n < 2; n++) {
        for (int i = random.nextInt(5); i >= 0; i--) {
          byte[] key = key();
          byte[] value = value();
          batch.put(key, value);
          model.put(key.clone(), value.clone());
          Arrays.fill(key, (byte) 0); // the batch has copied it
        }
        batch.commit();
      }
    }
  }

  /** Of keys of two bytes, also where filters hold prefixes of one. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void prefixesHoldWhatTheyDoInAMap(StoreKind kind, @TempDir Path directory) {
    StoreSettings settings = StoreSettings.withMebibytes(8).withPrefixes(1);
    try (Store store = kind.open(directory, settings)) {
      for (int i = 0; i < 100; i++) {
        change(store);
      }
      checkPrefixes(store);
      store.settle();
      checkPrefixes(store);
    }
  }

  private void checkPrefixes(Store store) {
    for (int prefix = 0; prefix < 255; prefix++) {
      byte[] from = {(byte) prefix};
      byte[] to = {(byte) (prefix + 1)};
      List<byte[]> expected = List.copyOf(model.subMap(from, to).keySet());
      int found = 0;
      try (StoreCursor cursor = store.prefix(from)) {
        for (boolean here = cursor.first(); here; here = cursor.next()) {
          assertArrayEquals(expected.get(found++), cursor.key(), replay());
        }
        assertEquals(expected.size(), found, replay());
      }
      try (StoreCursor cursor = store.prefix(from)) {
        for (boolean here = cursor.last(); here; here = cursor.prev()) {
          assertArrayEquals(expected.get(--found), cursor.key(), replay());
        }
        assertEquals(0, found, replay());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void readsAnswerAsAMapDoes(StoreKind kind, @TempDir Path directory) {
    try (Store store = open(kind, directory)) {
      for (int i = 0; i < KEYS; i++) {
        change(store);
        batch(store);
        byte[] key = key();
        assertArrayEquals(model.get(key), store.get(key), replay());
        byte[] into = new byte[300];
        byte[] value = model.get(key);
        assertEquals(value == null ? -1 : value.length, Math.max(-1, store.get(key, into)));
        if (i % 100 == 0) {
          store.settle();
        }
      }
      assertEquals(model.size(), store.count());
      assertTrue(store.bytesOnDisk() > 0);
    }
    try (Store again = open(kind, directory)) {
      assertEquals(model.size(), again.count(), "after a close, " + replay());
      for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
        assertArrayEquals(entry.getValue(), again.get(entry.getKey()), replay());
      }
    }
  }

  /** Not every file system can be read past the page cache. */
  @Test
  void readsPastThePageCacheAnswerAsAMapDoes(@TempDir Path directory) {
    try {
      readsAnswerAsAMapDoes(StoreKind.ROCKSDB_DIRECT, directory);
    } catch (IllegalStateException e) {
      assumeFalse(e.toString().contains("Direct I/O is not supported"), e.toString());
      throw e;
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void cursorsGoBothWays(StoreKind kind, @TempDir Path directory) {
    try (Store store = open(kind, directory)) {
      for (int i = 0; i < KEYS / 2; i++) {
        change(store);
      }
      for (int i = 0; i < 50; i++) {
        change(store);
        try (StoreCursor cursor = store.cursor()) {
          walk(cursor);
        }
      }
    }
  }

  private void walk(StoreCursor cursor) {
    byte[] from = key();
    byte[] at = model.ceilingKey(from);
    assertEquals(at != null, cursor.seek(from), replay());
    for (int i = 0; i < 30 && at != null; i++) {
      assertArrayEquals(at, cursor.key(), replay());
      assertArrayEquals(model.get(at), cursor.value(), replay());
      boolean on = random.nextInt(3) > 0;
      at = on ? model.higherKey(at) : model.lowerKey(at);
      assertEquals(at != null, on ? cursor.next() : cursor.prev(), replay());
    }
    assertTrue(cursor.first());
    assertArrayEquals(model.firstKey(), cursor.key());
    assertTrue(cursor.last());
    assertArrayEquals(model.lastKey(), cursor.key());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void snapshotsStay(StoreKind kind, @TempDir Path directory) {
    try (Store store = open(kind, directory)) {
      store.put(new byte[] {1}, new byte[] {1});
      try (StoreSnapshot held = store.snapshot()) {
        store.put(new byte[] {1}, new byte[] {2});
        store.put(new byte[] {2}, new byte[] {2});
        assertArrayEquals(new byte[] {1}, held.get(new byte[] {1}));
        try (StoreCursor cursor = held.cursor()) {
          assertTrue(cursor.last());
          assertArrayEquals(new byte[] {1}, cursor.key());
        }
      }
      assertArrayEquals(new byte[] {2}, store.get(new byte[] {1}));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void theLastOfAKeysIngestedEntriesCounts(StoreKind kind, @TempDir Path directory) {
    try (Store store = open(kind, directory)) {
      store.ingest(
          List.of(
                  Map.entry(new byte[] {2}, new byte[] {1}),
                  Map.entry(new byte[] {1}, new byte[] {2}),
                  Map.entry(new byte[] {2}, new byte[] {3}))
              .iterator());
      assertEquals(2, store.count());
      assertArrayEquals(new byte[] {3}, store.get(new byte[] {2}));
      assertEquals(2, store.getAll(List.of(new byte[] {2}, new byte[] {3})).size());
    }
  }

  private static String replay() {
    return Trials.replay(StoreContractTest.class);
  }
}
