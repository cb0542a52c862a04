package dev.malkoha.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a store has lost or mixed up ends each workload that comes across it. */
final class CheckedAnswersTest {

  private static final int ENTRIES = 400;

  @TempDir Path directory;
  private BenchOptions options;
  private int[] order;

  @BeforeEach
  void options() {
    order = RandomOrder.of(ENTRIES, 1);
    options =
        new BenchOptions(
            List.of(StoreKind.MALKOHA),
            List.of(Workload.values()),
            ENTRIES,
            5_000,
            1,
            1,
            StoreSettings.withMebibytes(8),
            1,
            directory);
  }

  private Store filled(Stage stage) {
    Store store = StoreKind.MALKOHA.open(directory.resolve("store"), options.settings());
    stage.prepare(store, options, order);
    return store;
  }

  private Team.Took run(Workload workload, Store store) {
    return new WorkloadRun("malkoha", workload, store, options, order).run();
  }

  @ParameterizedTest
  @EnumSource(names = {"YCSBA", "YCSBB", "YCSBC", "YCSBF", "YCSBD", "YCSBE"})
  void aRecordOfAnotherNumber(Workload workload) {
    try (Store store = filled(Stage.RECORDS)) {
      assertEquals(options.reads(), run(workload, store).operations());
      byte[] mixedUp = new ValueSource(0, YcsbRun.VALUE_BYTES).next(7);
      for (int i = 0; i < YcsbRun.records(options); i++) {
        if (i != 7) {
          store.put(new RecordKey().of(i), mixedUp);
        }
      }
      assertThrows(WrongAnswerException.class, () -> run(workload, store));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PREFIXLOADED", "PREFIXSCAN", "PREFIXBACK"})
  void aFieldThatIsLost(Workload workload) {
    try (Store store = filled(Stage.FIELDS)) {
      run(workload, store);
      store.delete(new FieldKey().of(4, 11));
      assertThrows(WrongAnswerException.class, () -> run(workload, store));
    }
  }

  @Test
  void aUserThatShouldBeAbsent() {
    try (Store store = filled(Stage.FIELDS)) {
      run(Workload.PREFIXMISSING, store);
      store.put(new FieldKey().of(5, 0), new byte[100]);
      assertThrows(WrongAnswerException.class, () -> run(Workload.PREFIXMISSING, store));
    }
  }

  @Test
  void aLargeValueCutShort() {
    try (Store store = filled(Stage.VALUES16K)) {
      run(Workload.FILL16K, store);
      run(Workload.READ16K, store);
      byte[] key = lastKey(store);
      store.put(key, new ValueSource(0, 16_383).next(BenchKey.number(key)));
      assertThrows(WrongAnswerException.class, () -> run(Workload.READ16K, store));
      assertThrows(WrongAnswerException.class, () -> run(Workload.SCAN16K, store));
    }
  }

  private static byte[] lastKey(Store store) {
    try (var cursor = store.cursor()) {
      cursor.last();
      return cursor.key();
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"READWHILEWRITING", "READBEYOND", "SEEKBEYOND", "READINPLACE", "SCANINPLACE"})
  void anEntryThatIsLost(Workload workload) {
    try (Store store = filled(Stage.FILLED)) {
      run(workload, store);
      for (int i = 0; i < 20; i++) {
        store.delete(BenchKey.present().of(order[i]));
      }
      if (workload != Workload.READWHILEWRITING) { // whose writer may put them back in time
        assertThrows(WrongAnswerException.class, () -> run(workload, store));
      }
    }
  }

  private Store empty(StoreKind kind, Stage stage) {
    File place = directory.resolve(stage.label()).toFile();
    assertTrue(place.mkdir());
    return kind.open(place.toPath(), stage.settings(options));
  }

  private void verify(Workload workload, Store store) {
    WorkloadRun.verify(new Site("a store", workload, store, options, order));
  }

  @ParameterizedTest
  @EnumSource(names = {"MALKOHA", "ROCKSDB", "MVSTORE"})
  void aMergeTooManyOrNone(StoreKind kind) {
    for (Workload workload : List.of(Workload.MERGERANDOM, Workload.APPEND)) {
      Workload reads = workload == Workload.APPEND ? Workload.READLISTS : Workload.READMERGED;
      try (Store store = empty(kind, workload.stage())) {
        assertThrows(WrongAnswerException.class, () -> verify(workload, store));
        run(workload, store);
        verify(workload, store);
        store.settle();
        run(reads, store);
        store.merging().orElseThrow().merge(firstKey(store), new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
        assertThrows(WrongAnswerException.class, () -> verify(workload, store));
        assertThrows(WrongAnswerException.class, () -> run(reads, store));
      }
    }
  }

  private static byte[] firstKey(Store store) {
    try (var cursor = store.cursor()) {
      cursor.first();
      return cursor.key();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"COUNTER", "COUNTERREAD", "COUNTERUPDATE"})
  void aCounterThatIsNotWhatWasAdded(Workload workload) {
    try (Store store = empty(StoreKind.ROCKSDB, Stage.COUNTERS)) {
      run(workload, store);
      verify(workload, store);
      store.put(firstKey(store), new byte[] {1, 1, 1, 1, 1, 1, 1, 1});
      assertThrows(
          WrongAnswerException.class,
          () -> {
            run(workload, store);
            verify(workload, store);
          });
    }
  }

  @Test
  void anExpiredKeyThatIsThereOrOneThatIsLost() {
    try (Store store = empty(StoreKind.MALKOHA, Stage.AGING)) {
      run(Workload.EXPIRE, store);
      run(Workload.READEXPIRED, store);
      store.put(BenchKey.present().of(7), new byte[100]);
      assertThrows(WrongAnswerException.class, () -> run(Workload.READEXPIRED, store));
      store.delete(BenchKey.present().of(7));
      store.delete(BenchKey.present().of(20));
      assertThrows(WrongAnswerException.class, () -> run(Workload.READEXPIRED, store));
    }
  }

  @Test
  void aStoreThatOpensWithoutItsEntries() {
    try (Store store = filled(Stage.CLOSED)) {
      for (int i = 0; i < ENTRIES; i++) {
        store.delete(BenchKey.present().of(i));
      }
    }
    for (Workload workload : List.of(Workload.OPEN, Workload.OPENFIRST)) {
      OpenRun run = new OpenRun(StoreKind.MALKOHA, workload, directory.resolve("store"), options);
      assertThrows(WrongAnswerException.class, run::run);
    }
  }
}
