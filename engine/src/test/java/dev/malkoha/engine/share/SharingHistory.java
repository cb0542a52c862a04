package dev.malkoha.engine.share;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A random history over a few stores with small common resources, all on one thread. After each
 * step the bounds hold, at the end each store has what was written to it, and nothing is held any
 * more.
 */
final class SharingHistory {

  private static final int STEPS = 250;
  private static final int KEYS = 300;
  private static final int VALUE_BYTES_MAX = 3_000;

  /** What a memtable without entries takes, which is not counted. */
  private static final long EMPTY_MEMTABLE = 12 << 10;

  private final SplittableRandom random;
  private final long budget;
  private final int filesMax;
  private final SharedResources shared;
  private final List<Member> members = new ArrayList<>();

  /** One store, and what must be in it. */
  private final class Member {
    private final SimulatedDisk disk = new SimulatedDisk();
    private final DbOptions options;
    private final List<Map<Bytes, Bytes>> expected = new ArrayList<>();
    private Db db;
    private boolean sealed;

    /** A walk that writes, flushes and compactions overtake; null if none is open. */
    private @Nullable Cursor walk;

    private boolean walksBack;

    /** The entries that it still has to find. */
    private Iterator<Map.Entry<Bytes, Bytes>> ahead = Collections.emptyIterator();

    Member(DbOptions options, int keyspaces) {
      this.options = options;
      for (int i = 0; i < keyspaces; i++) {
        expected.add(new TreeMap<>());
      }
      this.db = open();
    }

    private Db open() {
      return Stores.open(disk, Stores.PATH, options, Workers.inline(), true);
    }

    private KeyValueMap space(int number) {
      return number == 0 ? db : db.keyspace("k" + number);
    }

    void step() {
      try {
        change();
      } catch (DbSealedException e) {
        if (!sealed) {
          throw e;
        }
      }
    }

    private void change() {
      int space = random.nextInt(expected.size());
      switch (random.nextInt(20)) {
        case 0 -> db.flush();
        case 1 -> db.compact();
        case 2 -> reopen();
        case 3 -> delete(space);
        case 4 -> deleteRange(space);
        case 5, 6 -> batch();
        case 7, 8, 9 -> check(space, key());
        case 10, 11 -> walk(space);
        default -> put(space);
      }
    }

    private void put(int space) {
      Bytes key = key();
      Bytes value = value();
      space(space).put(key.array(), value.array());
      expected.get(space).put(key, value);
    }

    private void delete(int space) {
      Bytes key = key();
      space(space).delete(key.array());
      expected.get(space).remove(key);
    }

    private void deleteRange(int space) {
      Bytes one = key();
      Bytes other = key();
      Bytes from = one.compareTo(other) < 0 ? one : other;
      Bytes to = one.compareTo(other) < 0 ? other : one;
      space(space).deleteRange(from.array(), to.array());
      expected
          .get(space)
          .keySet()
          .removeIf(key -> key.compareTo(from) >= 0 && key.compareTo(to) < 0);
    }

    private void batch() {
      WriteBatch batch = new WriteBatch();
      List<Runnable> changes = new ArrayList<>();
      for (int i = random.nextInt(1, 8); i > 0; i--) {
        int space = random.nextInt(expected.size());
        Bytes key = key();
        Bytes value = value();
        if (space == 0) {
          batch.put(key.array(), value.array());
        } else {
          batch.in((Keyspace) space(space)).put(key.array(), value.array());
        }
        changes.add(() -> expected.get(space).put(key, value));
      }
      db.write(batch);
      changes.forEach(Runnable::run);
    }

    private void check(int space, Bytes key) {
      byte[] value = space(space).get(key.array());
      Bytes found = value == null ? null : Bytes.of(value);
      Bytes wanted = expected.get(space).get(key);
      if (found == null ? wanted != null : !found.equals(wanted)) {
        throw new AssertionError("another value than was written");
      }
    }

    /** Begins a walk, or goes on some way. */
    private void walk(int space) {
      Cursor cursor = walk == null ? space(space).scan(KeyRange.all()) : walk;
      if (walk == null) {
        walk = cursor;
        walksBack = random.nextBoolean();
        TreeMap<Bytes, Bytes> wanted = new TreeMap<>(expected.get(space));
        ahead = (walksBack ? wanted.descendingMap() : wanted).entrySet().iterator();
      }
      for (int i = random.nextInt(60); i > 0 && walk != null; i--) {
        boolean found = walksBack ? stepBack(cursor) : cursor.next();
        require(found == ahead.hasNext(), "a walk ends elsewhere");
        if (!found) {
          endWalk();
        } else {
          Map.Entry<Bytes, Bytes> wanted = ahead.next();
          boolean isSame =
              Bytes.of(cursor.key()).equals(wanted.getKey())
                  && Bytes.of(cursor.value()).equals(wanted.getValue());
          require(isSame, "a walk finds what was not there when it began");
        }
      }
    }

    private boolean stepBack(Cursor cursor) {
      return cursor.valid() ? cursor.prev() : cursor.last();
    }

    void endWalk() {
      if (walk != null) {
        walk.close();
        walk = null;
      }
    }

    void checkAll() {
      for (int i = 0; i < expected.size(); i++) {
        Map<Bytes, Bytes> left = new TreeMap<>(expected.get(i));
        try (Cursor cursor = space(i).scan(KeyRange.all())) {
          while (cursor.next()) {
            Bytes wanted = left.remove(Bytes.of(cursor.key()));
            if (!Bytes.of(cursor.value()).equals(wanted)) {
              throw new AssertionError("an entry that was not written");
            }
          }
        }
        if (!left.isEmpty()) {
          throw new AssertionError(left.size() + " entries are missing");
        }
      }
    }

    void reopen() {
      endWalk();
      db.close();
      if (sealed) {
        disk.repair();
        sealed = false;
      }
      db = open();
    }

    /** No table can be made any more: the store takes no more writes. */
    void seal() {
      put(0);
      disk.fail(Fault.from(CallKind.CREATE, disk.calls(CallKind.CREATE)));
      sealed = true;
      try {
        db.flush();
      } catch (DbSealedException e) {
        return;
      }
      throw new AssertionError("a failed flush was taken for done");
    }

    long memTableBytes() {
      return sealed ? 0 : db.stats().memTableBytes() - expected.size() * EMPTY_MEMTABLE;
    }
  }

  SharingHistory(long seed) {
    random = new SplittableRandom(seed);
    budget = (128L << 10) << random.nextInt(2);
    filesMax = random.nextInt(4, 10);
    shared =
        SharedResources.builder()
            .memTableBytes(budget)
            .blockCacheBytes((random.nextInt(2) * 64L) << 10)
            .maxOpenFiles(filesMax)
            .build();
    for (int i = random.nextInt(2, 6); i > 0; i--) {
      members.add(new Member(options(), random.nextInt(1, 4)));
    }
  }

  private DbOptions options() {
    return DbOptions.builder()
        .resources(shared)
        .memTableBytes(random.nextBoolean() ? 1 << 20 : 32 << 10)
        .tableBytes(8 << 10)
        .blockBytes(512)
        .compression(Compression.NONE)
        .build();
  }

  private Bytes key() {
    return Bytes.numbered(random.nextInt(KEYS), Integer.BYTES);
  }

  private Bytes value() {
    return Bytes.numbered(random.nextLong(), random.nextInt(Long.BYTES, VALUE_BYTES_MAX));
  }

  /** Carries it out; fails where a bound is exceeded or a store does not answer as it should. */
  void check() {
    int sealing = random.nextInt(2 * STEPS);
    for (int step = 0; step < STEPS; step++) {
      Member member = members.get(random.nextInt(members.size()));
      if (step == sealing) {
        member.seal();
      } else {
        member.step();
      }
      checkBounds();
    }
    end();
  }

  private void checkBounds() {
    long held = members.stream().mapToLong(Member::memTableBytes).sum();
    require(shared.memTableBytesUsed() <= budget * 1.05, "more memory than the budget is counted");
    require(held <= budget * 1.05, "more memory than the budget is held: " + held);
    require(shared.openFiles() <= filesMax, "more files are open than may be");
  }

  private void end() {
    for (Member member : members) {
      if (!member.sealed) {
        member.db.flush();
      }
    }
    require(shared.memTableBytesUsed() == 0, "what was flushed, or cannot be, is counted");
    members.stream().filter(member -> !member.sealed).forEach(Member::checkAll);
    for (Member member : members) {
      member.endWalk();
      member.db.close();
    }
    require(shared.blockCacheBytesUsed() == 0, "closed stores keep blocks");
    require(shared.openFiles() == 0, "closed stores keep files");
    require(shared.stores().isEmpty(), "closed stores are taken for open");
    shared.close();
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new AssertionError(problem);
    }
  }
}
