package dev.malkoha.engine.memtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A test of threads: one fills memtables while two read them. Every entry published before a scan
 * began is seen exactly once and in its place, whichever way the cursor moves.
 */
@Tag("hunt")
final class MemTableConcurrencyTest {

  private static final int READERS = 2;
  private static final int ROUNDS = Trials.count(40);

  /** The logarithm of the bytes in a part: so every second memtable has some ten of each. */
  private static final int PART_SHIFT = 13;

  private static void run(KeyShape shape, int round) throws Exception {
    FillPlan plan = new FillPlan(shape, new SplittableRandom(round));
    MemTable table =
        round % 2 == 0
            ? new MemTable(plan.hasher())
            : new MemTable(plan.hasher(), null, new PartGrowth(new SpareParts(), PART_SHIFT, 0, 0));
    try (ExecutorService threads = Executors.newFixedThreadPool(1 + READERS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        SplittableRandom random = new SplittableRandom((long) ROUNDS * (i + 1) + round);
        running.add(threads.submit(() -> new Reader(plan, table, random).run()));
      }
      running.add(threads.submit(() -> plan.fill(table)));
      for (Future<?> thread : running) {
        thread.get();
      }
    } catch (Exception | Error e) {
      throw new AssertionError(shape + ", round " + round, e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "SHORT", "DIGITS", "CLASS_NAMES"})
  void readersSeeWhatWasPublishedBeforeTheyBegan(KeyShape shape) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      run(shape, round);
    }
  }

  /** One reading thread. */
  private static final class Reader {

    private final FillPlan plan;
    private final MemTable table;
    private final KeyHasher hasher;
    private final SplittableRandom random;
    private final int[] publishedBefore;
    private int published;

    Reader(FillPlan plan, MemTable table, SplittableRandom random) {
      this.plan = plan;
      this.table = table;
      this.hasher = plan.hasher();
      this.random = random;
      this.publishedBefore = new int[plan.size() + 1];
    }

    void run() {
      do {
        published = plan.published();
        plan.countPublished(published, publishedBefore);
        switch (random.nextInt(4)) {
          case 0 -> scanForward();
          case 1 -> scanBackward();
          case 2 -> wander();
          default -> get();
        }
      } while (published < plan.size());
    }

    private void scanForward() {
      MemTableCursor cursor = table.cursor();
      cursor.seekToFirst();
      int passed = 0;
      while (cursor.valid()) {
        int rank = rankAt(cursor);
        assertEquals(passed, publishedBefore[rank]);
        passed = publishedBefore[rank + 1];
        cursor.next();
      }
      assertEquals(published, passed);
    }

    private void scanBackward() {
      MemTableCursor cursor = table.cursor();
      cursor.seekToLast();
      int left = published;
      while (cursor.valid()) {
        int rank = rankAt(cursor);
        assertEquals(left, publishedBefore[rank + 1]);
        left = publishedBefore[rank];
        cursor.prev();
      }
      assertEquals(0, left);
    }

    /** Seeks some entry, then moves to and fro, a few steps at a time. */
    private void wander() {
      MemTableCursor cursor = table.cursor();
      int sought = random.nextInt(plan.size());
      byte[] key = plan.key(sought);
      cursor.seek(key, 0, key.length, plan.tag(sought));
      int passed = publishedBefore[plan.rank(sought)];
      for (int turn = 0; turn < 20; turn++) {
        if (!cursor.valid()) {
          assertEquals(published, passed);
          return;
        }
        assertEquals(passed, publishedBefore[rankAt(cursor)]);
        for (int steps = random.nextInt(100); steps > 0 && cursor.valid(); steps--) {
          int rank = rankAt(cursor);
          cursor.next();
          passed = publishedBefore[rank + 1];
          assertEquals(passed, cursor.valid() ? publishedBefore[rankAt(cursor)] : published);
          assertTrue(!cursor.valid() || rankAt(cursor) > rank, "an entry seen again");
        }
        for (int steps = random.nextInt(100); steps > 0 && cursor.valid(); steps--) {
          int rank = rankAt(cursor);
          cursor.prev();
          assertEquals(
              publishedBefore[rank], cursor.valid() ? publishedBefore[rankAt(cursor) + 1] : 0);
          assertTrue(!cursor.valid() || rankAt(cursor) < rank, "an entry seen again");
          passed = cursor.valid() ? publishedBefore[rankAt(cursor)] : published;
        }
      }
    }

    private void get() {
      Lookup found = new Lookup();
      for (int i = 0; i < 50 && published > 0; i++) {
        int entry = random.nextInt(published);
        byte[] key = plan.key(entry);
        long hash = hasher.hash(key, 0, key.length);
        assertTrue(table.get(key, 0, key.length, hash, plan.tag(entry), found));
        assertEquals(plan.tag(entry), found.tag);
        plan.checkValue(entry, found.buffer, found.valueOffset, found.valueLength);
      }
    }

    /** Checks that the cursor shows an entry of the plan; returns its place in the order. */
    private int rankAt(MemTableCursor cursor) {
      int entry = plan.entryOf(cursor.tag());
      plan.checkKey(entry, cursor.keyBuffer(), cursor.keyOffset(), cursor.keyLength());
      plan.checkValue(entry, cursor.valueBuffer(), cursor.valueOffset(), cursor.valueLength());
      return plan.rank(entry);
    }
  }
}
