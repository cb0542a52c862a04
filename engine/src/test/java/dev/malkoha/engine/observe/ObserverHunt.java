package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.engine.events.StoreEvent.Closed;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.engine.events.StoreEvent.DeletesApplied;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.engine.events.StoreEvent.Opened;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;

/**
 * Lives through random openings of a store and looks whether what is told of them adds up: events,
 * figures, and what was really done. By seed; any thread.
 */
public final class ObserverHunt implements LongPredicate {

  private static final int OPENINGS = 3;
  private static final int OPERATIONS_MAX = 200;
  private static final int KEYS = 200;

  /** Prepares to look. */
  public ObserverHunt() {}

  /** Whether a history shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }

  /** Runs it; fails where something does not add up. */
  void check(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedDisk disk = new SimulatedDisk();
    long unflushed = 0;
    for (int i = 0; i < OPENINGS; i++) {
      unflushed = new Opening(disk, random).live(unflushed);
    }
  }

  /** One opening of the store, and what was done in it. */
  private static final class Opening {

    private final SimulatedDisk disk;
    private final SplittableRandom random;
    private final RecordingListener heard = new RecordingListener();

    /** What was done to the default keyspace, and to the other one. */
    private final List<Map<String, Long>> done = List.of(new HashMap<>(), new HashMap<>());

    /** Writes since the last flush; below 0 where a memtable may have been flushed by itself. */
    private long unflushed;

    Opening(SimulatedDisk disk, SplittableRandom random) {
      this.disk = disk;
      this.random = random;
    }

    /** Lives through it; returns how many records the next one will find in the log. */
    long live(long inLog) {
      boolean small = random.nextBoolean();
      DbOptions options =
          DbOptions.builder()
              .memTableBytes(small ? 4096 : 1 << 20)
              .tableBytes(4096)
              .compression(Compression.NONE)
              .recordLatencies(true)
              .listener(new FailingNow(random.split()))
              .listener(heard)
              .build();
      unflushed = small ? Long.MIN_VALUE / 2 : inLog;
      DbStats stats;
      List<DbStats> ofKeyspaces;
      try (Db db = Stores.open(disk, options)) {
        Keyspace other = db.keyspace("other");
        int operations = random.nextInt(OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
          operate(db, other);
        }
        stats = db.stats();
        ofKeyspaces = List.of(db.keyspace("default").stats(), other.stats());
      }
      check(stats, inLog);
      for (int i = 0; i < 2; i++) {
        check(ofKeyspaces.get(i), done.get(i));
      }
      return unflushed;
    }

    private byte[] key() {
      return ByteBuffer.allocate(4).putInt(random.nextInt(KEYS)).array();
    }

    private void operate(Db db, Keyspace other) {
      int which = random.nextInt(2);
      KeyValueMap map = which == 0 ? db : other;
      switch (random.nextInt(40)) {
        case 0 -> {
          db.flush();
          unflushed = Math.min(unflushed, 0);
        }
        case 1 -> {
          db.compact();
          unflushed = Math.min(unflushed, 0);
        }
        case 2 -> {
          db.awaitIdle(); // flushes what holds deletes
          unflushed = Long.MIN_VALUE / 2;
        }
        case 3, 4, 5 -> scan(map, which);
        case 6, 7, 8, 9 -> {
          map.get(key());
          count(which, "gets", 1);
        }
        case 10, 11, 12 -> {
          map.delete(key());
          count(which, "deletes", 1);
          unflushed++;
        }
        case 13 -> {
          map.update(key(), seen -> new byte[random.nextInt(100)]);
          count(which, "gets", 1);
          count(which, "puts", 1);
          unflushed++;
        }
        case 14 -> {
          map.getAll(List.of(key(), key(), key()));
          count(which, "gets", 3);
        }
        case 15, 16 -> write(db, other);
        case 17 -> {
          db.runInTransaction(transaction -> transaction.in(map).put(key(), key()).get(key()));
          count(which, "gets", 1);
          count(which, "puts", 1);
          unflushed++;
        }
        default -> {
          map.put(key(), new byte[random.nextInt(100)]);
          count(which, "puts", 1);
          unflushed++;
        }
      }
    }

    /** Writes a batch of operations on both. */
    private void write(Db db, Keyspace other) {
      WriteBatch batch = new WriteBatch();
      for (int i = 0; i < 5; i++) {
        if (random.nextBoolean()) {
          batch.put(key(), key());
          count(0, "puts", 1);
        } else {
          batch.in(other).deleteRange(new byte[] {0}, key());
          count(1, "deletes.of.ranges", 1);
        }
      }
      db.write(batch);
      unflushed++;
    }

    private void scan(KeyValueMap map, int which) {
      try (Cursor cursor = map.scan(KeyRange.all())) {
        cursor.next();
        cursor.next();
      }
      count(which, "scans", 1);
    }

    private void count(int which, String what, long more) {
      done.get(which).merge(what, more, Long::sum);
    }

    private static void check(DbStats stats, Map<String, Long> done) {
      for (String what :
          List.of("gets", "scans", "puts", "deletes", "deletes.of.ranges", "conflicts")) {
        same(stats, what, done.getOrDefault(what, 0L));
      }
    }

    private void check(DbStats stats, long inLog) {
      List<StoreEvent> told = heard.all();
      Recovered recovered = assertInstanceOf(Recovered.class, told.getFirst());
      assertInstanceOf(Opened.class, told.get(1));
      assertInstanceOf(Closed.class, told.getLast());
      assertEquals(1, heard.of(Closed.class).size());
      if (inLog >= 0) {
        assertEquals(inLog, recovered.records());
      }
      same(stats, "flush.runs", sum(Flushed.class, flush -> 1));
      same(stats, "flush.written", sum(Flushed.class, flush -> flush.written().bytes()));
      same(stats, "compaction.runs", sum(Compacted.class, compaction -> 1));
      same(stats, "compaction.written", sum(Compacted.class, done -> done.written().bytes()));
      same(stats, "applier.runs", sum(DeletesApplied.class, applied -> 1));
      same(stats, "applier.block.reads", sum(DeletesApplied.class, DeletesApplied::blocksRead));
      Map<String, Long> all = new HashMap<>(done.getFirst());
      done.getLast().forEach((what, count) -> all.merge(what, count, Long::sum));
      check(stats, all);
    }

    private static void same(DbStats stats, String name, long expected) {
      assertEquals((double) expected, stats.metric(name).value(), name);
    }

    private <E extends StoreEvent> long sum(Class<E> kind, ToLongFunction<E> figure) {
      return heard.of(kind).stream().mapToLong(figure).sum();
    }
  }

  /** A listener that fails at random. One thread. */
  private static final class FailingNow extends RecordingListener {

    private final SplittableRandom random;

    FailingNow(SplittableRandom random) {
      this.random = random;
    }

    @Override
    void hear(StoreEvent event) {
      if (random.nextInt(4) == 0) {
        throw new IllegalStateException("a listener fails");
      }
    }
  }
}
