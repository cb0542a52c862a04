package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.kafka.window.SegmentModel.Place;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.apache.kafka.streams.state.internals.WindowKeySchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A window store beside a sorted map: random puts, removals, reads of all forms, commits, kills and
 * power cuts.
 */
@Tag("hunt")
class WindowModelTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(12);
  private static final int STEPS = 800;
  private static final long WINDOW = 10;

  @TempDir private Path directory;

  @Test
  void answersAsTheModelDoes() {
    long found = 0;
    long dropped = 0;
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      History history = new History(seed, new Task(directory.resolve("task" + seed)));
      history.run();
      found += history.found;
      dropped += history.dropped;
    }
    assertTrue(found > HISTORIES * 100L, "too little was found: " + found);
    if (Trials.isWhole()) { // a few histories may be punctual
      assertTrue(dropped > HISTORIES, "too little was too late: " + dropped);
    }
  }

  private static final class History {

    private final long seed;
    private final Task task;
    private final RandomRecords some;
    private final boolean duplicates;
    private final MortalStore<PlainWindowStore> mortal;
    private SegmentModel model;
    private WindowStore<Bytes, byte[]> store;
    private int sequence;
    private long found;
    private long dropped;
    private long droppedSinceOpened;

    History(long seed, Task task) {
      this.seed = seed;
      this.task = task;
      Random random = new Random(seed);
      some = new RandomRecords(random);
      duplicates = some.chance(2);
      model = new SegmentModel(some.retention());
      mortal = new MortalStore<>(task, this::newStore, random);
      store = mortal.store();
      mortal.committed(model);
    }

    private PlainWindowStore newStore(StateDb.Opener opener) {
      return new PlainWindowStore("windows", some.retention(), WINDOW, duplicates, opener);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        switch (some.upTo(80)) {
          case 0 -> commit();
          case 1 -> reopen();
          case 2, 3, 4, 5 -> read();
          default -> put();
        }
      }
      read();
      store.close();
    }

    private void put() {
      Bytes key = some.key();
      byte[] value = some.chance(8) ? null : some.value();
      long time = some.time();
      store.put(key, value, time);
      if (value == null && duplicates) {
        return;
      }
      sequence += duplicates ? 1 : 0;
      if (!model.put(place(key, time), value)) {
        dropped++;
        droppedSinceOpened++;
      }
    }

    private Place place(Bytes key, long time) {
      Bytes bytes = WindowKeySchema.toStoreKeyBinary(key, time, sequence);
      return new Place(key, time, sequence, bytes);
    }

    private void commit() {
      store.commit(Map.of());
      model.commit();
      mortal.committed(model);
    }

    private void reopen() {
      assertEquals((double) droppedSinceOpened, dropped(), this::toString);
      model = mortal.endAndReopen();
      store = mortal.store();
      sequence = 0;
      droppedSinceOpened = 0;
    }

    /** How many records the store has dropped since it was opened. */
    private double dropped() {
      return task.context().metrics().metrics().entrySet().stream()
          .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
          .mapToDouble(metric -> (double) metric.getValue().metricValue())
          .sum();
    }

    private void read() {
      long from = some.timeBound();
      long to = some.timeBound();
      readKey(some.key(), from, to);
      Bytes keyFrom = some.bound();
      Bytes keyTo = some.chance(3) ? keyFrom : some.bound();
      readKeys(keyFrom, keyTo, from, to);
      Predicate<Place> times = place -> from <= place.time() && place.time() <= to;
      check(times, true, windows(store.fetchAll(from, to)));
      check(times, false, windows(store.backwardFetchAll(from, to)));
      check(_ -> true, true, windows(store.all()));
      check(_ -> true, false, windows(store.backwardAll()));
    }

    private void readKey(Bytes key, long from, long to) {
      assertArrayEquals(model.get(place(key, to)), store.fetch(key, to), this::toString);
      long late = model.now() - some.upTo(100);
      if (late >= 0) {
        assertArrayEquals(model.get(place(key, late)), store.fetch(key, late), this::toString);
      }
      Predicate<Place> asked =
          place -> place.key().equals(key) && from <= place.time() && place.time() <= to;
      check(asked, true, times(key, store.fetch(key, from, to)));
      check(asked, false, times(key, store.backwardFetch(key, from, to)));
    }

    private void readKeys(@Nullable Bytes keyFrom, @Nullable Bytes keyTo, long from, long to) {
      Predicate<Place> asked =
          place ->
              SegmentModel.isBetween(keyFrom, place.key(), keyTo)
                  && from <= place.time()
                  && place.time() <= to;
      check(asked, true, windows(store.fetch(keyFrom, keyTo, from, to)));
      check(asked, false, windows(store.backwardFetch(keyFrom, keyTo, from, to)));
    }

    private void check(Predicate<Place> asked, boolean forward, List<String> read) {
      List<String> expected =
          model.select(asked, forward).stream().map(History::withoutSequence).toList();
      assertEquals(expected, read, this::toString);
      found += read.size();
    }

    private static String withoutSequence(String shown) {
      return shown.replaceAll("/\\d+=", "=");
    }

    private static List<String> windows(KeyValueIterator<Windowed<Bytes>, byte[]> read) {
      List<String> found = new ArrayList<>();
      try (read) {
        while (read.hasNext()) {
          Windowed<Bytes> peeked = read.peekNextKey();
          KeyValue<Windowed<Bytes>, byte[]> next = read.next();
          assertEquals(peeked, next.key);
          assertEquals(WINDOW, next.key.window().end() - next.key.window().start());
          found.add(shown(next.key.key(), next.key.window().start(), next.value));
        }
      }
      return found;
    }

    private static List<String> times(Bytes key, WindowStoreIterator<byte[]> read) {
      List<String> found = new ArrayList<>();
      try (read) {
        while (read.hasNext()) {
          KeyValue<Long, byte[]> next = read.next();
          found.add(shown(key, next.key, next.value));
        }
      }
      return found;
    }

    private static String shown(Bytes key, long time, byte[] value) {
      return withoutSequence(SegmentModel.shown(key, time, 0, value));
    }

    @Override
    public String toString() {
      return Trials.replay(WindowModelTest.class, seed)
          + ", "
          + some.retention()
          + ", now "
          + model.now();
    }
  }
}
