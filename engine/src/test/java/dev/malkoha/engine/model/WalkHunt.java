package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Runs random histories, each told by its seed, whose deletes lie side by side in runs so long that
 * walks leap over them and remember them; every walk is compared with a sorted map. Any thread.
 */
public final class WalkHunt implements HistoryBySeed {

  private static final int KEYS = 2_000;
  private static final int OPERATIONS = 60;
  private static final int RUN_MAX = 900;
  private static final int SNAPSHOTS_MAX = 3;
  private static final int VERSIONS_MAX = 40;

  private record Moment(Snapshot snapshot, NavigableMap<Integer, Integer> content) {}

  /** One history. */
  private static final class History {

    private final long seed;
    private final SplittableRandom random;
    private final Db db;
    private final NavigableMap<Integer, Integer> content = new TreeMap<>();
    private final List<Moment> moments = new ArrayList<>();
    private int values;

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
      put(0, KEYS);
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        walk(db::scan, content);
      }
      moments.forEach(moment -> moment.snapshot().close());
      db.close();
    }

    private void step() {
      int from = random.nextInt(KEYS);
      int to = Math.min(KEYS, from + 1 + random.nextInt(RUN_MAX));
      switch (random.nextInt(18)) {
        case 0, 1, 2, 3 -> delete(from, to);
        case 16, 17 -> deletePiecewise(from, to);
        case 4 -> deleteRange(from, to);
        case 5 -> put(from, Math.min(to, from + 50));
        case 6, 7, 8 -> putOften(from);
        case 9 -> db.flush();
        case 10 -> db.compact();
        case 11 -> db.awaitIdle();
        case 12 -> openSnapshot();
        case 13 -> closeSnapshot();
        default -> walkSnapshot();
      }
    }

    private void put(int from, int to) {
      for (int i = from; i < to; i++) {
        int value = values++;
        db.put(key(i), Integer.toString(value).getBytes(UTF_8));
        content.put(i, value);
      }
    }

    /** Leaves a key with so many versions that walks do not step over each of them. */
    private void putOften(int key) {
      for (int times = key % VERSIONS_MAX; times >= 0; times--) {
        put(key, key + 1);
      }
    }

    private void delete(int from, int to) {
      for (int i = from; i < to; i++) {
        db.delete(key(i));
        content.remove(i);
      }
    }

    /**
     * Deletes a run in pieces, each of which becomes a table, and puts one key of the first piece
     * behind a snapshot: these two tables are merged, and the other deletes stay above them.
     */
    private void deletePiecewise(int from, int to) {
      if (random.nextBoolean()) {
        db.compact();
      }
      int middle = from + random.nextInt(to - from);
      int last = middle + random.nextInt(to - middle);
      int[] ends = {from, middle, last, to};
      int first = random.nextInt(3);
      for (int i = 0; i < 3; i++) {
        int piece = (first + i) % 3;
        delete(ends[piece], ends[piece + 1]);
        db.flush();
      }
      openSnapshot();
      int put = ends[first] + random.nextInt(ends[first + 1] - ends[first] + 1);
      put(put, put + 1);
      db.flush();
      walkSnapshot();
    }

    private void deleteRange(int from, int to) {
      db.deleteRange(key(from), key(to));
      content.subMap(from, to).clear();
    }

    private void openSnapshot() {
      if (moments.size() < SNAPSHOTS_MAX) {
        moments.add(new Moment(db.snapshot(), new TreeMap<>(content)));
      }
    }

    private void closeSnapshot() {
      if (!moments.isEmpty()) {
        moments.remove(random.nextInt(moments.size())).snapshot().close();
      }
    }

    private void walkSnapshot() {
      if (!moments.isEmpty()) {
        Moment moment = moments.get(random.nextInt(moments.size()));
        walk(range -> db.scan(range, moment.snapshot()), moment.content());
      }
    }

    private interface Scan {
      Cursor of(KeyRange range);
    }

    /** Walks a range from its start or from a key on, to its end or some entries far, or back. */
    private void walk(Scan scan, NavigableMap<Integer, Integer> all) {
      int from = random.nextInt(3) == 0 ? random.nextInt(KEYS) : 0;
      int to = random.nextInt(3) == 0 ? from + 1 + random.nextInt(KEYS) : 2 * KEYS;
      NavigableMap<Integer, Integer> expected = all.subMap(from, true, to, false);
      try (Cursor cursor = scan.of(KeyRange.between(key(from), key(to)))) {
        for (int again = random.nextInt(3); again >= 0; again--) {
          walk(cursor, from, to, expected);
        }
      }
    }

    /** Seeks or begins at the end, goes some way, and turns at times: for a step, or for many. */
    private void walk(Cursor cursor, int from, int to, NavigableMap<Integer, Integer> expected) {
      int start = from + (random.nextBoolean() ? 0 : random.nextInt(to - from));
      boolean mostlyForward = random.nextBoolean();
      boolean last = !mostlyForward && random.nextBoolean();
      Map.Entry<Integer, Integer> at = last ? expected.lastEntry() : expected.ceilingEntry(start);
      boolean found = last ? cursor.last() : cursor.seek(key(start));
      boolean going = true;
      for (int left = random.nextInt(2 * KEYS); left > 0 && at != null; left--) {
        check(found, cursor, at);
        going = random.nextInt(going ? 20 : 3) > 0;
        boolean forward = going == mostlyForward;
        at = forward ? expected.higherEntry(at.getKey()) : expected.lowerEntry(at.getKey());
        found = forward ? cursor.next() : cursor.prev();
      }
      if (at == null && found) {
        throw new AssertionError(told("an entry beyond the last or the first one"));
      }
    }

    private void check(boolean found, Cursor cursor, Map.Entry<Integer, Integer> expected) {
      String entry = found ? new String(cursor.key(), UTF_8) + "=" + text(cursor) : "nothing";
      String wanted = new String(key(expected.getKey()), UTF_8) + "=" + expected.getValue();
      if (!wanted.equals(entry)) {
        throw new AssertionError(told(entry + " in place of " + wanted));
      }
    }

    private String told(String what) {
      return what + ": " + Trials.replay(WalkModelTest.class, seed);
    }

    private static String text(Cursor cursor) {
      return new String(cursor.value(), UTF_8);
    }

    private static byte[] key(int number) {
      return "a common beginning/%06d".formatted(number).getBytes(UTF_8);
    }
  }

  /** Prepares to run histories. */
  public WalkHunt() {}

  /** Runs the history of a seed; fails where a walk does not find what it should. */
  @Override
  public void run(long seed) {
    new History(seed).run();
  }
}
