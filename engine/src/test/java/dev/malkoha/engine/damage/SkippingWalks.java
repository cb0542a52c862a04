package dev.malkoha.engine.damage;

import static dev.malkoha.engine.damage.KnownMap.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.damage.WornStore.Moment;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The walks of one reader of a damaged store over one range, in all ways that a cursor has. */
final class SkippingWalks {

  private static final int MOVES_MAX = 80;

  private final WornStore store;
  private final SplittableRandom random;
  private final SoughtPlaces places;
  private final Moment moment;
  private final KeyRange range;
  private long moves;
  private long leftOut;

  SkippingWalks(WornStore store, SplittableRandom random) {
    this.store = store;
    this.random = random;
    places = new SoughtPlaces(store, random);
    List<Moment> moments = store.moments();
    moment = moments.get(random.nextInt(moments.size()));
    range = places.range();
  }

  /** How many moves were checked. */
  long moves() {
    return moves;
  }

  /** How many ranges were left out. */
  long leftOut() {
    return leftOut;
  }

  void walk() {
    switch (random.nextInt(6)) {
      case 0 -> walkThrough();
      case 1 -> walkInTransaction();
      default -> wander();
    }
    estimate();
  }

  private SkippingCursor watch(
      Cursor cursor, NavigableMap<String, String> content, Set<String> sure) {
    return new SkippingCursor(cursor, range, content, sure, store.damaged());
  }

  private ScanOptions options() {
    ScanOptions skip = ScanOptions.skipDamaged();
    return random.nextBoolean() ? skip : skip.pastCache();
  }

  /** Walks from one end to the other; the usual walk throws if that has met any damage. */
  private void walkThrough() {
    boolean isUp = random.nextBoolean();
    Set<String> shown = new TreeSet<>();
    try (Cursor cursor = moment.reads().scan(range, options())) {
      SkippingCursor walk = watch(cursor, moment.content(), Set.of());
      while (isUp ? walk.next() : walk.prev()) {
        shown.add(walk.key());
      }
      walk.checkNotShown(shown);
      count(walk, cursor.leftOut());
      checkUsual(isUp && !cursor.leftOut().isEmpty());
    }
  }

  private void checkUsual(boolean isThrown) {
    try {
      long count = moment.reads().count(range);
      assertFalse(isThrown, () -> range + " has damage, and is counted");
      assertEquals(moment.content().keySet().stream().filter(this::isInRange).count(), count);
    } catch (DbCorruptionException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("keys from 6b6579"), e::toString);
    }
  }

  private boolean isInRange(String key) {
    return range.contains(bytes(key));
  }

  private void wander() {
    try (Cursor cursor = moment.reads().scan(range, options())) {
      SkippingCursor walk = watch(cursor, moment.content(), Set.of());
      for (int i = random.nextInt(MOVES_MAX); i >= 0; i--) {
        move(walk);
      }
      count(walk, cursor.leftOut());
    }
  }

  /** One move, or some in a row. */
  private void move(SkippingCursor walk) {
    switch (random.nextInt(10)) {
      case 0 -> walk.first();
      case 1 -> walk.last();
      case 2 -> walk.seek(places.key());
      case 3 -> walk.seekForPrev(places.key());
      case 4 -> walk.seek(walk.key());
      case 5 -> walk.seekForPrev(walk.key());
      case 6, 7 -> {
        for (int i = random.nextInt(20); i >= 0 && walk.next(); i--) {}
      }
      default -> {
        for (int i = random.nextInt(20); i >= 0 && walk.prev(); i--) {}
      }
    }
  }

  /** Writes while it walks; what is so written is seen, whatever is damaged. */
  private void walkInTransaction() {
    if (!(store.shown() instanceof Db db)) {
      return;
    }
    try (Transaction transaction = begin(db);
        Cursor cursor = transaction.scan(range, options())) {
      OwnWrites own = new OwnWrites(transaction, store.moments().getLast().content());
      SkippingCursor walk = watch(cursor, own.content(), own.written());
      for (int i = random.nextInt(MOVES_MAX); i >= 0; i--) {
        if (random.nextInt(4) == 0) {
          write(own);
        }
        move(walk);
      }
      count(walk, cursor.leftOut());
    }
  }

  private Transaction begin(Db db) {
    Transaction transaction = db.transaction();
    return random.nextBoolean() ? transaction : transaction.serializable();
  }

  private void write(OwnWrites own) {
    int number = random.nextInt(WornStore.KEYS);
    switch (random.nextInt(3)) {
      case 0 -> own.put(store.key(number));
      case 1 -> own.delete(store.key(number));
      default -> own.deleteRange(store.key(number), store.key(number + random.nextInt(30)));
    }
  }

  /** What is told from memory alone is told whatever is damaged. */
  private void estimate() {
    long keys = store.shown().estimate(range);
    assertTrue(range.isEmpty() ? keys == 0 : keys >= 0, () -> range + " has " + keys);
    assertTrue(store.shown().estimateBytes(range) >= 0, range::toString);
  }

  private void count(SkippingCursor walk, List<KeyRange> left) {
    moves += walk.moves();
    leftOut += left.size();
  }
}
