package dev.malkoha.engine.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.events.Closed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.StoreEvent;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.List;
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
    private long puts;
    private long gets;
    private long scans;

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
              .latencies(true)
              .listener(new FailingNow(random.split()))
              .listener(heard)
              .build();
      unflushed = small ? Long.MIN_VALUE / 2 : inLog;
      DbStats stats;
      try (Db db = Stores.open(disk, options)) {
        int operations = random.nextInt(OPERATIONS_MAX);
        for (int i = 0; i < operations; i++) {
          operate(db);
        }
        stats = db.stats();
      }
      check(stats, inLog);
      return unflushed;
    }

    private byte[] key() {
      return ByteBuffer.allocate(4).putInt(random.nextInt(KEYS)).array();
    }

    private void operate(Db db) {
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
        case 3, 4, 5 -> scan(db);
        case 6, 7, 8, 9 -> {
          db.get(key());
          gets++;
        }
        case 10, 11, 12 -> {
          db.delete(key());
          puts++;
          unflushed++;
        }
        default -> {
          db.put(key(), new byte[random.nextInt(100)]);
          puts++;
          unflushed++;
        }
      }
    }

    private void scan(Db db) {
      try (Cursor cursor = db.scan(KeyRange.all())) {
        cursor.next();
        cursor.next();
      }
      scans++;
    }

    private void check(DbStats stats, long inLog) {
      List<StoreEvent> all = heard.all();
      Recovered recovered = assertInstanceOf(Recovered.class, all.getFirst());
      assertInstanceOf(Opened.class, all.get(1));
      assertInstanceOf(Closed.class, all.getLast());
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
      same(stats, "puts", puts);
      same(stats, "gets", gets);
      same(stats, "scans", scans);
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
