package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Runs random histories, each told by its seed, of a keyspace that drops its oldest tables. What is
 * there at any time is what was put last, and of that the youngest without a gap; what was absent
 * once stays so until it is put again. Snapshots, cursors and transactions see what they saw at
 * first. Crashes while tables go leave no other state. Any thread.
 */
public final class FifoHunt implements HistoryBySeed {

  private static final int OPERATIONS = 120;
  private static final int KEYS = 1500;
  private static final int READERS_MAX = 4;
  private static final int KIB = 1024;

  /** A value, and when it was put. */
  private record Entry(Bytes value, long time) {}

  /** Someone who sees the keyspace as it was. */
  private record Reader(Snapshot snapshot, Cursor cursor, NavigableMap<Bytes, Bytes> was) {}

  /** A transaction that has read a key. */
  private record Reading(Transaction transaction, Bytes key, Bytes value, long time) {}

  private static final class History {

    private final long seed;
    private final SplittableRandom random;
    private final SimulatedDisk disk = new SimulatedDisk();
    private final HeldWork work = new HeldWork();
    private final NavigableMap<Bytes, Entry> content = new TreeMap<>();
    private final Map<Bytes, Long> changed = new TreeMap<>();
    private final Map<Bytes, Long> putLast = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final int threshold;
    private long bytesMax;
    private long time;

    /** Whether all tables were made while the keyspace dropped: so they are in order of age. */
    private boolean isInOrder = true;

    private Db db;

    History(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      threshold = random.nextInt(3) == 0 ? 64 : 0;
      bytesMax = (64L + random.nextInt(64)) * KIB;
      db = open();
    }

    private DbOptions options() {
      return DbOptions.builder()
          .memTableBytes(16L * KIB)
          .tableBytes((random.nextBoolean() ? 4L : 64L) * KIB)
          .blockBytes(512)
          .blockCacheBytes(0)
          .valueFileThreshold(threshold)
          .fifo(bytesMax)
          .build();
    }

    private Db open() {
      return Stores.open(disk, options(), work.workers());
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        look();
      }
      readings.forEach(reading -> reading.transaction().close());
      readers.forEach(this::close);
      db.close();
      check(Stores.verify(disk).problems().isEmpty(), "verify finds problems");
    }

    private void step() {
      switch (random.nextInt(27)) {
        case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> putSome();
        case 24, 25 -> db.flush();
        case 26 -> ingest();
        case 9, 10 -> deleteSome();
        case 11 -> deleteRange();
        case 12 -> db.flush();
        case 13 -> compact();
        case 14 -> ingest();
        case 15, 16 -> openReader();
        case 17, 18 -> askReaders();
        case 19 -> read();
        case 20 -> commit();
        case 21 -> hold();
        case 22 -> crashes();
        default -> reopen();
      }
    }

    private void compact() {
      work.letGo();
      db.compact();
    }

    private void hold() {
      if (random.nextBoolean()) {
        work.hold();
      } else {
        work.letGo();
      }
    }

    private Bytes key() {
      return Bytes.of("key%04d".formatted(random.nextInt(KEYS)));
    }

    private Bytes value() {
      return Bytes.numbered(
          random.nextInt(), 10 + random.nextInt(random.nextInt(8) == 0 ? 800 : 90));
    }

    private void putSome() {
      int most = random.nextInt(2) == 0 ? 12 : 300; // small tables beside large ones
      for (int i = random.nextInt(most); i >= 0; i--) {
        Bytes key = key();
        Bytes value = value();
        db.put(key.array(), value.array());
        put(key, value);
      }
    }

    private void put(Bytes key, Bytes value) {
      time++;
      note(key, value);
    }

    private void note(Bytes key, Bytes value) {
      content.put(key, new Entry(value, time));
      putLast.put(key, time);
      changed.put(key, time);
    }

    private void deleteSome() {
      for (int i = random.nextInt(60); i >= 0; i--) {
        Bytes key = key();
        db.delete(key.array());
        content.remove(key);
        putLast.remove(key);
        changed.put(key, ++time);
      }
    }

    private void deleteRange() {
      Bytes from = key();
      Bytes to = Bytes.of(new String(from.array(), UTF_8) + "9");
      db.deleteRange(from.array(), to.array());
      time++;
      content.subMap(from, to).clear();
      putLast.remove(from);
      changed.put(from, time);
    }

    /** Entries of one ingestion are of one age, and in several tables often. */
    private void ingest() {
      NavigableMap<Bytes, Bytes> entries = new TreeMap<>();
      for (int i = random.nextInt(random.nextBoolean() ? 6 : 300); i >= 0; i--) {
        int more = random.nextInt(4) == 0 ? random.nextInt(5 * KIB) : 0; // several tables
        entries.put(key(), Bytes.numbered(random.nextInt(), 10 + more));
      }
      List<Map.Entry<byte[], byte[]>> given = new ArrayList<>();
      entries.forEach((key, value) -> given.add(Map.entry(key.array(), value.array())));
      Collections.shuffle(given, new Random(random.nextLong()));
      db.ingest(given);
      time++;
      entries.forEach(this::note);
    }

    private void openReader() {
      if (readers.size() < READERS_MAX) {
        boolean isSnapshot = random.nextInt(3) > 0;
        Snapshot snapshot = isSnapshot ? db.snapshot() : null;
        Cursor cursor = isSnapshot ? db.scan(KeyRange.all(), snapshot) : db.scan(KeyRange.all());
        NavigableMap<Bytes, Bytes> was = all(cursor, true);
        check(was.equals(now(db)), "a new reader sees something else");
        if (isSnapshot) {
          cursor.close();
        }
        readers.add(new Reader(snapshot, isSnapshot ? null : cursor, was));
      }
    }

    private void close(Reader reader) {
      if (reader.snapshot() != null) {
        reader.snapshot().close();
      } else {
        reader.cursor().close();
      }
    }

    private void askReaders() {
      readers.forEach(this::ask);
      if (!readers.isEmpty() && random.nextBoolean()) {
        close(readers.remove(random.nextInt(readers.size())));
      }
    }

    private void ask(Reader reader) {
      boolean forward = random.nextBoolean();
      if (reader.cursor() != null) {
        check(reader.was().equals(all(reader.cursor(), forward)), "a cursor sees something else");
        return;
      }
      try (Cursor cursor = db.scan(KeyRange.all(), reader.snapshot())) {
        check(reader.was().equals(all(cursor, forward)), "a snapshot sees something else");
      }
      Bytes key = key();
      Bytes expected = reader.was().get(key);
      byte[] value = db.get(key.array(), reader.snapshot());
      check(isSame(expected, value), "a snapshot finds something else");
    }

    private static boolean isSame(Bytes expected, byte[] value) {
      return value == null ? expected == null : Bytes.of(value).equals(expected);
    }

    private void read() {
      if (readings.size() < READERS_MAX) {
        Transaction transaction = db.transaction();
        Bytes key = key();
        byte[] value = transaction.get(key.array());
        Bytes seen = value == null ? null : Bytes.of(value);
        readings.add(new Reading(transaction, key, seen, time));
      }
    }

    /**
     * What was changed since is a conflict, also if it is gone by now, but a put that was deleted.
     */
    private void commit() {
      if (readings.isEmpty()) {
        return;
      }
      Reading reading = readings.remove(random.nextInt(readings.size()));
      Bytes value = value();
      byte[] again = reading.transaction().get(reading.key().array());
      check(isSame(reading.value(), again), "a transaction sees something else");
      reading.transaction().put(reading.key().array(), value.array());
      try {
        reading.transaction().commit();
      } catch (TransactionConflictException e) {
        return;
      }
      Map<Bytes, Long> seen = reading.value() == null ? putLast : changed;
      check(
          seen.getOrDefault(reading.key(), 0L) <= reading.time(),
          "a transaction overwrites what it has not seen");
      put(reading.key(), value);
    }

    /** All is durable before; so each state has no more than is there, and no other. */
    private void crashes() {
      db.sync();
      disk.onCall(
          call -> {
            if (call.kind().isChanging() && random.nextInt(4) == 0) {
              CrashState how = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
              crash(disk.crash(how, random.nextLong()));
            }
          });
      db.flush();
      work.letGo();
      db.awaitIdle();
      disk.onCall(call -> {});
    }

    private void crash(SimulatedDisk left) {
      try (Db other = Stores.open(left, options())) {
        NavigableMap<Bytes, Bytes> found = now(other);
        found.forEach((key, value) -> checkEntry(key, value, "after a crash"));
        checkNoGap(found, "after a crash");
      }
    }

    private void reopen() {
      if (readers.isEmpty() && readings.isEmpty()) {
        work.letGo();
        look(); // what was held may have gone since the last look
        db.close();
        if (random.nextInt(4) == 0) {
          isInOrder = false;
          bytesMax = bytesMax == 0 ? (64L + random.nextInt(64)) * KIB : 0;
        }
        db = open();
      }
    }

    /** Looks at all that is there. What is not is never to come back. */
    private void look() {
      NavigableMap<Bytes, Bytes> found = now(db);
      found.forEach((key, value) -> checkEntry(key, value, "now"));
      checkNoGap(found, "now");
      check(bytesMax > 0 || found.size() == content.size(), "something is gone without need");
      for (int i = 0; i < 20; i++) {
        Bytes key = key();
        check(isSame(found.get(key), db.get(key.array())), "a get differs from a scan");
      }
      content.keySet().retainAll(found.keySet());
      if (bytesMax > 0 && random.nextInt(4) == 0) {
        checkSize();
      }
    }

    private void checkSize() {
      work.letGo();
      db.awaitIdle();
      DbStats stats = db.stats();
      long bytes = stats.tableBytes();
      boolean isOne = IntStream.of(stats.tablesPerLevel()).sum() == 1;
      boolean mayWait =
          !readings.isEmpty() || readers.stream().anyMatch(reader -> reader.snapshot() != null);
      check(isOne || mayWait || bytes <= bytesMax, "the tables have " + bytes + " bytes");
      NavigableMap<Bytes, Bytes> left = now(db);
      content.keySet().retainAll(left.keySet());
    }

    private void checkEntry(Bytes key, Bytes value, String when) {
      Entry entry = content.get(key);
      check(entry != null && entry.value().equals(value), when + ": " + key + " is not of now");
    }

    private void checkNoGap(NavigableMap<Bytes, Bytes> found, String when) {
      if (isInOrder) {
        long oldest =
            found.keySet().stream().mapToLong(key -> content.get(key).time()).min().orElse(time);
        content.forEach(
            (key, entry) ->
                check(
                    found.containsKey(key) || entry.time() <= oldest,
                    when + ": a younger entry has gone before an older one"));
      }
    }

    private NavigableMap<Bytes, Bytes> now(Db store) {
      try (Cursor cursor = store.scan(KeyRange.all())) {
        return all(cursor, random.nextBoolean());
      }
    }

    private static NavigableMap<Bytes, Bytes> all(Cursor cursor, boolean forward) {
      NavigableMap<Bytes, Bytes> found = new TreeMap<>();
      boolean any = forward ? cursor.first() : cursor.last();
      while (any) {
        found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
        any = forward ? cursor.next() : cursor.prev();
      }
      return found;
    }

    private void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new AssertionError(otherwise + ": " + Trials.replay(FifoModelTest.class, seed));
      }
    }
  }

  /** Prepares to run histories. */
  public FifoHunt() {}

  /** Runs the history of a seed; fails where something is there, or is not, that should not be. */
  @Override
  public void run(long seed) {
    new History(seed).run();
  }
}
