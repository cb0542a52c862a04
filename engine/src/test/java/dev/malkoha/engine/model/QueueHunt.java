package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs random histories, each told by its seed, of a queue in key order: entries are appended,
 * taken from either end, put back, and put anywhere, while memtables are flushed and tables merged.
 * Whoever looks at an end, now, in a snapshot or with a cursor opened a while ago, finds what a
 * sorted set holds there. Any thread.
 */
public final class QueueHunt implements HistoryBySeed {

  private static final int OPERATIONS = 250;
  private static final int MIDDLE = 500_000;
  private static final int BURST = 150;
  private static final int READERS_MAX = 4;

  /** Someone who sees the queue as it was. */
  private record Reader(
      @Nullable Snapshot snapshot, @Nullable Cursor cursor, NavigableSet<Integer> was) {

    void close() {
      if (snapshot != null) {
        snapshot.close();
      }
      if (cursor != null) {
        cursor.close();
      }
    }
  }

  private static final class History {

    private final long seed;
    private final SplittableRandom random;
    private final Db db;
    private final NavigableSet<Integer> queue = new TreeSet<>();
    private final List<Reader> readers = new ArrayList<>();

    History(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      DbOptions.Builder options =
          DbOptions.builder()
              .memTableBytes(random.nextBoolean() ? 64 << 10 : 1 << 20)
              .tableBytes(16 << 10)
              .blockBytes(512)
              .deleteApplier(random.nextBoolean());
      db = Stores.open(new SimulatedDisk(), options.build());
    }

    void run() {
      append(true);
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        look(db.scan(KeyRange.all()), queue);
      }
      readers.forEach(Reader::close);
      db.close();
    }

    private void step() {
      switch (random.nextInt(16)) {
        case 0, 1, 2 -> append(random.nextBoolean());
        case 3, 4, 5, 6, 7 -> take(random.nextBoolean());
        case 8 -> putAnywhere();
        case 9 -> deleteRange();
        case 10 -> db.flush();
        case 11 -> db.compact();
        case 12 -> openReader();
        case 13 -> closeReader();
        default -> askReader();
      }
    }

    private void append(boolean above) {
      int next = queue.isEmpty() ? MIDDLE : above ? queue.last() + 1 : queue.first() - 1;
      for (int i = random.nextInt(2 * BURST); i >= 0; i--) {
        put(next);
        next += above ? 1 : -1;
      }
    }

    /** Takes entries, each found by a look or a walk, and puts one back at times. */
    private void take(boolean first) {
      int taken = MIDDLE;
      for (int i = random.nextInt(BURST); i >= 0 && !queue.isEmpty(); i--) {
        if (random.nextBoolean()) {
          look(db.scan(KeyRange.all()), queue);
        }
        taken = first ? queue.first() : queue.last();
        db.delete(key(taken));
        queue.remove(taken);
      }
      if (random.nextInt(3) == 0) {
        put(taken + random.nextInt(3) - 1);
      }
    }

    private void putAnywhere() {
      put(MIDDLE + random.nextInt(-2 * BURST, 2 * BURST));
    }

    private void put(int number) {
      db.put(key(number), key(number));
      queue.add(number);
    }

    /** Deletes a range at an end, in a batch that puts into it, too. */
    private void deleteRange() {
      if (queue.isEmpty()) {
        return;
      }
      int from = queue.first() - random.nextInt(3);
      int to = from + 1 + random.nextInt(BURST);
      WriteBatch batch = new WriteBatch();
      batch.put(key(from), key(from));
      batch.deleteRange(key(from), key(to));
      queue.subSet(from, to).clear();
      if (random.nextBoolean()) {
        int put = random.nextInt(from, to + 1);
        batch.put(key(put), key(put));
        queue.add(put);
      }
      db.write(batch);
    }

    private void openReader() {
      if (readers.size() < READERS_MAX) {
        boolean isSnapshot = random.nextBoolean();
        NavigableSet<Integer> was = new TreeSet<>(queue);
        readers.add(
            isSnapshot
                ? new Reader(db.snapshot(), null, was)
                : new Reader(null, db.scan(KeyRange.all()), was));
      }
    }

    private void closeReader() {
      if (!readers.isEmpty()) {
        readers.remove(random.nextInt(readers.size())).close();
      }
    }

    private void askReader() {
      if (!readers.isEmpty()) {
        Reader reader = readers.get(random.nextInt(readers.size()));
        if (reader.cursor() != null) {
          ends(reader.cursor(), reader.was());
        } else if (reader.snapshot() != null) {
          look(db.scan(KeyRange.all(), reader.snapshot()), reader.was());
        }
      }
    }

    private void look(Cursor cursor, NavigableSet<Integer> expected) {
      try (cursor) {
        ends(cursor, expected);
      }
    }

    /** Looks at either end, some entries far. */
    private void ends(Cursor cursor, NavigableSet<Integer> expected) {
      boolean first = random.nextBoolean();
      boolean found = first ? cursor.first() : cursor.last();
      Integer at = expected.isEmpty() ? null : first ? expected.first() : expected.last();
      for (int left = random.nextInt(random.nextInt(8) == 0 ? 1_000 : 4); left >= 0; left--) {
        String entry = found ? new String(cursor.key(), UTF_8) : "nothing";
        String wanted = at == null ? "nothing" : new String(key(at), UTF_8);
        if (!wanted.equals(entry)) {
          throw new AssertionError(
              entry + " for " + wanted + ": " + Trials.replay(QueueModelTest.class, seed));
        }
        if (at == null) {
          return;
        }
        at = first ? expected.higher(at) : expected.lower(at);
        found = first ? cursor.next() : cursor.prev();
      }
    }

    private static byte[] key(int number) {
      return "queue/%07d".formatted(number).getBytes(UTF_8);
    }
  }

  /** Prepares to run histories. */
  public QueueHunt() {}

  /** Runs the history of a seed; fails where someone does not find what they should. */
  @Override
  public void run(long seed) {
    new History(seed).run();
  }
}
