package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.state.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.apache.kafka.streams.state.internals.WindowKeySchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of old windows, in the store and on disk, and over openings. */
class ExpiryTest {

  private static final Bytes KEY = Bytes.wrap(new byte[] {'k'});
  private static final byte[] VALUE = {'v'};
  private static final Retention RETENTION = new Retention(100, 30);

  @TempDir private Path directory;
  private Task task;
  private WindowStore<Bytes, byte[]> store;

  @BeforeEach
  void open() {
    task = new Task(directory);
    store = opened();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private WindowStore<Bytes, byte[]> opened() {
    return task.open(new PlainWindowStore("windows", RETENTION, 10, false));
  }

  @Test
  void deadSegmentsAreGoneFromTheDisk() {
    for (long time = 0; time <= 1000; time++) {
      store.put(KEY, VALUE, time);
    }
    store.close();
    try (DbReader db = Db.openReadOnly(directory.resolve("windows"))) {
      // 901 can be read; its segment begins at 900
      assertEquals(101, db.count(KeyRange.all()));
      assertEquals(30, SegmentKeys.segment(Objects.requireNonNull(db.first()).key()));
    }
  }

  @Test
  void whatAnEarlierOpeningLeftDiesToo() {
    store.put(KEY, VALUE, 40);
    store.close();
    store = opened();
    store.put(KEY, VALUE, 1000);
    store.close();
    try (DbReader db = Db.openReadOnly(directory.resolve("windows"))) {
      assertEquals(1, db.count(KeyRange.all()));
    }
  }

  @Test
  void whatIsTooOldCannotBeReadThoughItsSegmentLives() {
    store.put(KEY, VALUE, 0);
    store.put(KEY, VALUE, 29);
    store.put(KEY, VALUE, 128); // 29 can be read
    assertNull(store.fetch(KEY, 0));
    assertArrayEquals(VALUE, store.fetch(KEY, 29));
    store.put(KEY, VALUE, 28);
    assertNull(store.fetch(KEY, 28));
  }

  @Test
  void streamTimeComesBackWithACommit() {
    store.put(KEY, VALUE, 105);
    store.put(KEY, null, 210); // seen, though nothing is kept of it
    store.commit(Map.of());
    store.close();
    store = opened();
    assertNull(store.fetch(KEY, 105));
    store.put(KEY, VALUE, 110);
    assertNull(store.fetch(KEY, 110));
    store.put(KEY, VALUE, 111);
    assertNotNull(store.fetch(KEY, 111));
  }

  private static ConsumerRecord<byte[], byte[]> restored(long time) {
    byte[] key = WindowKeySchema.toStoreKeyBinary(KEY, time, 0).get();
    return Task.changelog(key, VALUE, time);
  }

  @Test
  void streamTimeComesBackWithWhatWasRestored() {
    task.restore(store, List.of(restored(40), restored(159)));
    store.close();
    store = opened();
    assertNull(store.fetch(KEY, 40));
    store.put(KEY, VALUE, 59);
    assertNull(store.fetch(KEY, 59));
    store.put(KEY, VALUE, 60);
    assertNotNull(store.fetch(KEY, 60));
  }

  @Test
  void aWindowBeforeTheBeginningOfTimeIsTooOld() {
    store.put(KEY, VALUE, -1);
    assertNull(store.fetch(KEY, -1));
    try (var all = store.all()) {
      assertFalse(all.hasNext());
    }
  }

  @Test
  void anIteratorEndsWithItsStore() {
    store.put(KEY, VALUE, 1);
    store.put(KEY, VALUE, 2);
    try (WindowStoreIterator<byte[]> open = store.fetch(KEY, 0, 10)) {
      assertEquals(1, open.next().key);
      assertTrue(open.hasNext());
      store.close();
      assertFalse(open.hasNext());
      assertThrows(InvalidStateStoreException.class, open::next);
    }
    assertThrows(InvalidStateStoreException.class, () -> store.fetch(KEY, 1));
    assertThrows(InvalidStateStoreException.class, () -> store.put(KEY, VALUE, 3));
  }

  @Test
  void aClosedIteratorHasNothing() {
    store.put(KEY, VALUE, 1);
    WindowStoreIterator<byte[]> closed = store.fetch(KEY, 0, 10);
    assertTrue(closed.hasNext());
    closed.close();
    assertFalse(closed.hasNext());
    assertThrows(NoSuchElementException.class, closed::next);
  }
}
