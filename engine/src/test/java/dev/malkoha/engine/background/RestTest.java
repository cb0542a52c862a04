package dev.malkoha.engine.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.events.CompactionCause;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is done with the tables of a store that nobody writes to for a while. */
class RestTest {

  private static final int ENTRIES = 200;
  private static final int LARGE = 100;
  private static final int LARGE_BYTES = 800;

  private final SplittableRandom random = new SplittableRandom(1);
  private final SimulatedDisk disk = new SimulatedDisk();
  private final ManualTicker clock = new ManualTicker();
  private final Queue<Runnable> compactions = new ArrayDeque<>();
  private final List<CompactionCause> causes = new ArrayList<>();
  private Db db = open();

  private Db open() {
    return open(DbOptions.builder());
  }

  private Db open(DbOptions.Builder options) {
    DbListener listener =
        new DbListener() {
          @Override
          public void compacted(Compacted event) {
            causes.add(event.way().cause());
          }
        };
    Workers workers = Workers.of(Runnable::run, compactions::add, Runnable::run, clock);
    return Stores.open(disk, options.listener(listener).build(), workers);
  }

  @AfterEach
  void close() {
    db.close();
  }

  /** Writes every third key or so as a table of level 0. */
  private void flush(int first) {
    for (int i = first; i < ENTRIES; i += 3) {
      db.put(key(i), key(first));
    }
    db.flush();
  }

  private static byte[] key(int number) {
    return "%05d".formatted(number).getBytes(UTF_8);
  }

  private void compact() {
    while (!compactions.isEmpty()) {
      compactions.remove().run();
    }
  }

  private void assertTables(int level0, int level1) {
    int[] tables = db.stats().tablesPerLevel();
    assertEquals(List.of(level0, level1), List.of(tables[0], tables[1]));
  }

  @Test
  void runsThatOverlapBecomeOne() {
    flush(0);
    flush(1);
    clock.pass(2);
    compact();
    assertTables(0, 1);
    assertEquals(ENTRIES - ENTRIES / 3, db.count(KeyRange.all()));
    assertArrayEquals(key(1), db.get(key(4)));
    db.close();
    assertEquals(List.of(CompactionCause.AT_REST), causes);
  }

  @Test
  void nothingIsDoneWhileSomebodyWrites() {
    flush(0);
    flush(1);
    for (int i = 0; i < 5; i++) {
      clock.pass(1);
      db.put(key(0), key(0));
    }
    compact();
    assertTables(2, 0);
  }

  /** It waits for what is due, and this is not: the store may be written to at once. */
  @Test
  void whoWaitsForTheStoreToBeIdleDoesNotWaitForIt() {
    flush(0);
    flush(1);
    db.awaitIdle();
    assertTables(2, 0);
  }

  @Test
  void aStoreThatIsOnlyOpenedIsLeftAlone() {
    flush(0);
    flush(1);
    db.close();
    db = open();
    clock.pass(3);
    compact();
    assertTables(2, 0);
  }

  /** Whatever else is looked for in it as time passes. */
  @Test
  void aStoreWithDeletesThatIsOnlyOpenedIsLeftAlone() {
    flush(0);
    db.delete(key(0));
    flush(1);
    db.close();
    causes.clear();
    db = open(DbOptions.builder().deleteApplier(false));
    clock.pass(3);
    compact();
    assertTables(2, 0);
    assertEquals(List.of(), causes);
  }

  /** Its tables would have to go above all that is gathered. */
  @Test
  void nothingIsGatheredDuringAnIngestion() {
    flush(0);
    flush(1);
    List<Map.Entry<byte[], byte[]>> entries = List.of(Map.entry(key(999), key(1)));
    Iterable<Map.Entry<byte[], byte[]>> source =
        () -> {
          clock.pass(2);
          compact();
          assertTables(2, 0);
          return entries.iterator();
        };
    db.ingest(() -> new OnFirst<>(source));
    assertArrayEquals(key(1), db.get(key(999)));
  }

  /** An iterator that is asked for only when the first entry is. */
  private static final class OnFirst<T> implements Iterator<T> {
    private final Iterable<T> source;
    private @Nullable Iterator<T> begun;

    OnFirst(Iterable<T> source) {
      this.source = source;
    }

    private Iterator<T> begun() {
      Iterator<T> now = begun == null ? source.iterator() : begun;
      begun = now;
      return now;
    }

    @Override
    public boolean hasNext() {
      return begun().hasNext();
    }

    @Override
    public T next() {
      return begun().next();
    }
  }

  @Test
  void oneTableIsLeftAlone() {
    flush(0);
    clock.pass(3);
    compact();
    assertTables(1, 0);
  }

  @Test
  void tablesThatDoNotOverlapAreMoved() {
    db.put(key(1), key(1));
    db.flush();
    db.put(key(2), key(1));
    db.flush();
    clock.pass(2);
    compact();
    assertTables(0, 2);
    assertEquals(0, db.stats().count("compaction.written"));
  }

  /** Nor is it tried again and again on a full disk, nor do others wait for room because of it. */
  @Test
  void itGivesUpIfThereIsNoRoomUntilSomebodyWrites() {
    flush(0);
    flush(1);
    disk.limit(disk.usedBytes());
    clock.pass(2);
    compact();
    assertTables(2, 0);
    disk.limit(Long.MAX_VALUE);
    clock.pass(3);
    compact();
    assertTables(2, 0);
    db.put(key(0), key(0));
    clock.pass(2);
    compact();
    assertTables(0, 1);
  }

  @Test
  void itIsDoneThoughAFewWritesComeMeanwhile() {
    flush(0);
    flush(1);
    clock.pass(2);
    flush(2);
    compact();
    assertTables(1, 1);
    assertEquals(ENTRIES, db.count(KeyRange.all()));
  }

  /** What is gathered may have gaps, which outputs span: nothing must come into them. */
  @Test
  void nothingElseIsCompactedMeanwhile() {
    db.close();
    db = open(DbOptions.builder().tableBytes(4096).backgroundThreads(2));
    flushLarge(0, 2);
    clock.pass(2);
    compact();
    assertEquals(0, db.stats().tablesPerLevel()[1], "more than level 1 may hold");
    flushLarge(0, 4);
    compact();
    clock.pass(2);
    assertEquals(1, compactions.size(), "level 1 is gathered in level 2");
    flushLarge(1_000, 4);
    assertEquals(1, compactions.size());
    compact();
    assertEquals(2 * LARGE, db.count(KeyRange.all()));
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  /** Writes the same keys with long values so many times, each time as a table of level 0. */
  private void flushLarge(int first, int times) {
    byte[] value = new byte[LARGE_BYTES / times];
    for (int n = 0; n < times; n++) {
      for (int i = first; i < first + LARGE; i++) {
        random.nextBytes(value);
        db.put(key(i), value);
      }
      db.flush();
    }
  }
}
