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
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.internals.SessionKeySchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A session store beside a sorted map: random puts, removals, reads of all forms, commits, kills
 * and power cuts.
 */
@Tag("hunt")
class SessionModelTest {

  private static final long SEED = Trials.seed();
  private static final int HISTORIES = Trials.count(12);
  private static final int STEPS = 800;

  @TempDir private Path directory;

  @Test
  void answersAsTheModelDoes() {
    long found = 0;
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      History history = new History(seed, new Task(directory.resolve("task" + seed)));
      history.run();
      found += history.found;
    }
    assertTrue(found > HISTORIES * 100L, "too little was found: " + found);
  }

  private static final class History {

    private final long seed;
    private final RandomRecords some;
    private final MortalStore<PlainSessionStore> mortal;
    private SegmentModel model;
    private SessionStore<Bytes, byte[]> store;
    private long found;

    History(long seed, Task task) {
      this.seed = seed;
      Random random = new Random(seed);
      some = new RandomRecords(random);
      model = new SegmentModel(some.retention());
      mortal = new MortalStore<>(task, this::newStore, random);
      store = mortal.store();
      mortal.committed(model);
    }

    private PlainSessionStore newStore(StateDb.Opener opener) {
      return new PlainSessionStore("sessions", some.retention(), opener);
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        switch (some.upTo(80)) {
          case 0 -> commit();
          case 1 -> reopen();
          case 2, 3, 4, 5 -> read();
          case 6 -> remove(session());
          default -> put(session(), some.chance(8) ? null : some.value());
        }
      }
      read();
      store.close();
    }

    private Windowed<Bytes> session() {
      long end = some.time();
      long start = Math.max(0, end - (some.chance(3) ? 0 : some.upTo(300)));
      return new Windowed<>(some.key(), new SessionWindow(start, end));
    }

    private static Place place(Windowed<Bytes> session) {
      long end = session.window().end();
      long start = session.window().start();
      return new Place(session.key(), end, start, SessionKeySchema.toBinary(session));
    }

    private void put(Windowed<Bytes> session, byte @Nullable [] value) {
      store.put(session, value);
      model.put(place(session), value);
    }

    private void remove(Windowed<Bytes> session) {
      store.remove(session);
      model.remove(place(session));
    }

    private void commit() {
      store.commit(Map.of());
      model.commit();
      mortal.committed(model);
    }

    private void reopen() {
      model = mortal.endAndReopen();
      store = mortal.store();
    }

    private void read() {
      readOne();
      readKey(some.key(), some.timeBound(), some.timeBound());
      Bytes keyFrom = some.bound();
      Bytes keyTo = some.chance(3) ? keyFrom : some.bound();
      readKeys(keyFrom, keyTo, some.timeBound(), some.timeBound());
      long from = some.timeBound();
      long to = some.timeBound();
      Predicate<Place> ends = place -> from <= place.time() && place.time() <= to;
      check(ends, true, store.findSessions(from, to));
    }

    private void readOne() {
      Windowed<Bytes> session = session();
      long start = session.window().start();
      long end = session.window().end();
      assertArrayEquals(
          model.get(place(session)), store.fetchSession(session.key(), start, end), this::toString);
    }

    private void readKey(Bytes key, long earliestEnd, long latestStart) {
      Predicate<Place> all = place -> place.key().equals(key);
      check(all, true, store.fetch(key));
      check(all, false, store.backwardFetch(key));
      Predicate<Place> asked = all.and(overlaps(earliestEnd, latestStart));
      check(asked, true, store.findSessions(key, earliestEnd, latestStart));
      check(asked, false, store.backwardFindSessions(key, earliestEnd, latestStart));
    }

    private void readKeys(
        @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long earliestEnd, long latestStart) {
      Predicate<Place> all = place -> SegmentModel.isBetween(keyFrom, place.key(), keyTo);
      check(all, true, store.fetch(keyFrom, keyTo));
      check(all, false, store.backwardFetch(keyFrom, keyTo));
      Predicate<Place> asked = all.and(overlaps(earliestEnd, latestStart));
      check(asked, true, store.findSessions(keyFrom, keyTo, earliestEnd, latestStart));
      check(asked, false, store.backwardFindSessions(keyFrom, keyTo, earliestEnd, latestStart));
    }

    private static Predicate<Place> overlaps(long earliestEnd, long latestStart) {
      return place -> place.time() >= earliestEnd && place.tail() <= latestStart;
    }

    private void check(
        Predicate<Place> asked, boolean forward, KeyValueIterator<Windowed<Bytes>, byte[]> read) {
      List<String> sessions = new ArrayList<>();
      try (read) {
        while (read.hasNext()) {
          Windowed<Bytes> peeked = read.peekNextKey();
          KeyValue<Windowed<Bytes>, byte[]> next = read.next();
          assertEquals(peeked, next.key);
          Place place = place(next.key);
          sessions.add(SegmentModel.shown(place.key(), place.time(), place.tail(), next.value));
        }
      }
      assertEquals(model.select(asked, forward), sessions, this::toString);
      found += sessions.size();
    }

    @Override
    public String toString() {
      return Trials.replay(SessionModelTest.class, seed)
          + ", "
          + some.retention()
          + ", now "
          + model.now();
    }
  }
}
