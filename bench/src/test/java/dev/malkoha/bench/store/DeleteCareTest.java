package dev.malkoha.bench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the stores are told about deletes must take effect. */
final class DeleteCareTest {

  private static final int ENTRIES = 1_000;

  @TempDir private Path directory;

  private Store open(StoreKind kind, DeleteCare care) {
    return kind.open(directory, StoreSettings.withMebibytes(8).with(care));
  }

  private static byte[] key(int number) {
    return "key%05d".formatted(number).getBytes(UTF_8);
  }

  private static long tombstonesAfterDeletingHalf(Store store) {
    for (int i = 0; i < ENTRIES; i++) {
      store.put(key(i), new byte[100]);
    }
    store.settle();
    for (int i = 0; i < ENTRIES; i += 2) {
      store.delete(key(i));
    }
    store.settle();
    return store.deleteFigures().getOrDefault(DeleteFigure.TOMBSTONES, -1L);
  }

  @ParameterizedTest
  @EnumSource(names = {"MALKOHA", "MALKOHA_BLOOM", "ROCKSDB", "ROCKSDB_C"}) // the LSM trees
  void lookedAfterTheDeletesGo(StoreKind kind) {
    try (Store store = open(kind, DeleteCare.TUNED)) {
      assertEquals(0, tombstonesAfterDeletingHalf(store));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MALKOHA", "MALKOHA_BLOOM", "ROCKSDB", "ROCKSDB_C"}) // the LSM trees
  void leftAloneTheyStayUntilACompaction(StoreKind kind) {
    try (Store store = open(kind, DeleteCare.NONE)) {
      assertEquals(ENTRIES / 2, tombstonesAfterDeletingHalf(store));
      store.compact();
      assertEquals(0, store.deleteFigures().get(DeleteFigure.TOMBSTONES));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROCKSDB_DIRECT")
  void aSnapshotSeesWhatWasDeletedSince(StoreKind kind) {
    try (Store store = open(kind, DeleteCare.TUNED)) {
      store.put(key(1), new byte[] {1});
      try (StoreSnapshot snapshot = store.snapshot();
          StoreCursor cursor = snapshot.cursor()) {
        store.delete(key(1));
        store.settle();
        assertArrayEquals(new byte[] {1}, snapshot.get(key(1)));
        assertEquals(true, cursor.first());
      }
      assertNull(store.get(key(1)));
    }
  }
}
