package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.history.Spread;
import dev.malkoha.engine.model.Op.Move;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A random interleaving, in one thread, of several open transactions with each other, with writes
 * and read-modify-writes, with flushes, compactions and delete jobs. It depends on its seed alone.
 *
 * <p>A model keeps all that was committed: what is seen must be what it says, a conflict must be
 * thrown where something that counts was changed, and only where something was written at all.
 */
final class TransactionRun {

  private static final int WAY_TO_THE_END = 40;
  private static final int STEPS = 150;
  private static final int OPEN_MAX = 4;
  private static final int[] KEYS = {3, 8, 8, 30};

  /** More than are looked at under the commit lock. */
  private static final int BURST = 300;

  private static final List<OptionSet> OPTIONS =
      OptionSet.ALL.stream().filter(set -> !set.late()).toList();

  private final SplittableRandom random;
  private final DbOptions options;
  private final Keys keys;
  private final Changes changes;
  private final Spread spread;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final Maps content = new Maps();
  private final List<Change> committed = new ArrayList<>();
  private final List<CheckedTransaction> open = new ArrayList<>();
  private final int writes;
  private Db db;

  TransactionRun(long seed) {
    random = new SplittableRandom(seed);
    options = OPTIONS.get(random.nextInt(OPTIONS.size())).options();
    keys = Keys.random(random, KEYS[random.nextInt(KEYS.length)]);
    changes = new Changes(random, keys, 40, 3000, new Changes.Mix(random.nextInt(4, 8), 0));
    spread = new Spread(random, Spread.names(random.nextInt(1, 4)));
    writes = random.nextInt(5, 30);
  }

  void run() {
    db = Stores.open(disk, options);
    for (String name : spread.names()) {
      if (!name.equals(Maps.DEFAULT)) {
        db.keyspace(name);
        content.create(name);
      }
    }
    for (int i = 0; i < STEPS; i++) {
      step(random.nextInt(100));
    }
    while (!open.isEmpty()) {
      commitAny();
    }
    checkContent();
    reopen();
    checkContent();
    db.close();
  }

  private void step(int choice) {
    if (choice < writes) {
      write(spread.spread(changes.next()));
    } else if (choice < writes + 5) {
      readModifyWrite();
    } else if (choice < writes + 10) {
      upkeep();
    } else if (choice == 99) {
      rare();
    } else if (open.isEmpty() || (open.size() < OPEN_MAX && choice % 8 == 0)) {
      open.add(new CheckedTransaction(db, content, committed, random.nextInt(3) > 0));
    } else if (choice % 8 == 1) {
      commitAny();
    } else if (choice == 98) {
      any(open.size(), open::remove).rollback();
    } else {
      within(open.get(random.nextInt(open.size())));
    }
  }

  private interface At<T> {
    T get(int index);
  }

  private <T> T any(int size, At<T> list) {
    return list.get(random.nextInt(size));
  }

  private void write(Change change) {
    change.applyTo(db);
    note(change);
  }

  private void note(Change change) {
    change.applyTo(content);
    committed.add(change);
  }

  private void commitAny() {
    any(open.size(), open::remove).commit().ifPresent(this::note);
  }

  private void within(CheckedTransaction one) {
    switch (random.nextInt(8)) {
      case 0, 1 -> one.get(spread.any(), keys.any(random));
      case 2, 3, 4 -> changes.next().edits().forEach(edit -> one.write(edit.in(spread.any())));
      case 5 -> one.write(changes.rangeDelete().edits().getFirst().in(spread.any()));
      default -> walk(one);
    }
  }

  private void walk(CheckedTransaction one) {
    if (one.walks() == 0 || random.nextInt(4) == 0) {
      one.scan(spread.any(), range());
    }
    int walk = random.nextInt(one.walks());
    one.move(walk, moves());
    if (random.nextInt(4) == 0) {
      one.closeWalk(walk);
    }
  }

  private Range range() {
    return switch (random.nextInt(4)) {
      case 0 -> new Range.All();
      case 1 -> new Range.Prefix(keys.anyHead(random));
      case 2 -> new Range.Between(keys.any(random), keys.any(random));
      default -> new Range.AtLeast(keys.any(random));
    };
  }

  private List<Move> moves() {
    if (random.nextInt(6) == 0) { // to an end of the range, mostly
      Move.Kind way = random.nextInt(3) == 0 ? Move.Kind.PREV : Move.Kind.NEXT;
      return Collections.nCopies(WAY_TO_THE_END, new Move(way, Optional.empty()));
    }
    Stream<Move> moves = Stream.generate(this::move).limit(1 + random.nextInt(6));
    return moves.toList();
  }

  private Move move() {
    return switch (random.nextInt(12)) {
      case 0 -> new Move(Move.Kind.FIRST, Optional.empty());
      case 1 -> new Move(Move.Kind.LAST, Optional.empty());
      case 2 -> new Move(Move.Kind.SEEK, Optional.of(keys.any(random)));
      case 3 -> new Move(Move.Kind.SEEK_FOR_PREV, Optional.of(keys.any(random)));
      case 4, 5, 6 -> new Move(Move.Kind.PREV, Optional.empty());
      default -> new Move(Move.Kind.NEXT, Optional.empty());
    };
  }

  private void readModifyWrite() {
    String name = spread.any();
    KeyValueMap map = name.equals(Maps.DEFAULT) ? db : db.keyspace(name);
    Bytes key = keys.any(random);
    Optional<Bytes> value = random.nextInt(3) > 0 ? Optional.of(changes.value()) : Optional.empty();
    if (random.nextBoolean()) {
      update(name, map, key, value);
      return;
    }
    Optional<Bytes> now = Optional.ofNullable(content.of(name).get(key));
    Optional<Bytes> expected = random.nextInt(3) > 0 ? now : Optional.of(changes.value());
    boolean set =
        map.compareAndSet(
            key.array(),
            expected.map(Bytes::array).orElse(null),
            value.map(Bytes::array).orElse(null));
    if (set != expected.equals(now)) {
      throw new AssertionError("a value of " + key + " is set: " + set + ", though it is " + now);
    }
    if (set) {
      noteSet(name, key, value);
    }
  }

  /** While the new value is made, somebody else writes, and memtables become tables. */
  private void update(String name, KeyValueMap map, Bytes key, Optional<Bytes> value) {
    int times = random.nextInt(3);
    int[] calls = {0};
    Bytes[] last = {null};
    map.update(
        key.array(),
        seen -> {
          Bytes now = content.of(name).get(key);
          if (seen == null ? now != null : !Bytes.of(seen).equals(now)) {
            throw new AssertionError("an update of " + key + " does not see " + now);
          }
          last[0] = now;
          if (calls[0]++ < times) {
            Runnable others = () -> meanwhile(name, key);
            CompletableFuture.runAsync(others, Thread::startVirtualThread).join();
          }
          return value.map(Bytes::array).orElse(null);
        });
    if (value.isPresent() || last[0] != null) { // else it was as if done when it was called last
      if (!Objects.equals(last[0], content.of(name).get(key))) {
        throw new AssertionError("an update of " + key + " was made of an older value");
      }
      noteSet(name, key, value);
    }
  }

  private void meanwhile(String name, Bytes key) {
    if (random.nextBoolean()) {
      Edit edit =
          switch (random.nextInt(3)) {
            case 0 -> Edit.deleteRange(key, key.successor());
            case 1 -> new Edit(key, Optional.empty());
            default -> new Edit(key, Optional.of(changes.value()));
          };
      write(new Change(List.of(edit.in(name)), Optional.empty()));
    } else {
      write(spread.spread(changes.next()));
    }
    if (random.nextBoolean()) {
      upkeep();
    }
  }

  private void noteSet(String name, Bytes key, Optional<Bytes> value) {
    boolean nothing = value.isEmpty() && !content.of(name).containsKey(key);
    if (!nothing) {
      note(new Change(List.of(new Edit(key, value).in(name)), Optional.empty()));
    }
  }

  private void upkeep() {
    switch (random.nextInt(5)) {
      case 0 -> db.compact();
      case 1 -> db.awaitIdle();
      case 2 -> db.keyspace(spread.any()).compact();
      case 3 -> db.keyspace(spread.any()).flush();
      default -> db.flush();
    }
  }

  private void rare() {
    if (random.nextInt(3) == 0) {
      reopen();
    } else {
      Bytes key = keys.any(random);
      for (int i = 0; i < BURST; i++) {
        Bytes value = Bytes.numbered(changes.nextNumber(), 2 * Long.BYTES);
        write(new Change(List.of(new Edit(key, Optional.of(value))), Optional.empty()));
      }
    }
  }

  /** Transactions that are open end with it. */
  private void reopen() {
    open.clear();
    db.close();
    db = Stores.open(disk, options);
  }

  private void checkContent() {
    for (String name : content.names()) {
      NavigableMap<Bytes, Bytes> expected = content.of(name);
      int found = 0;
      try (Cursor cursor = db.keyspace(name).scan(KeyRange.all())) {
        for (; cursor.next(); found++) {
          Bytes value = expected.get(Bytes.of(cursor.key()));
          if (!Bytes.of(cursor.value()).equals(value)) {
            Bytes key = Bytes.of(cursor.key());
            throw new AssertionError(
                "a scan of " + name + " finds another value of " + key + " than " + value);
          }
        }
      }
      if (found != expected.size()) {
        throw new AssertionError(found + " keys are in " + name + ", not " + expected.size());
      }
    }
  }
}
