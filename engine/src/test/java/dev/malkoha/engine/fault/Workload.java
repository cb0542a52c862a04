package dev.malkoha.engine.fault;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.engine.history.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A fixed sequence of operations that makes a small store do everything that it can do. */
final class Workload {

  /** What a workload is like. */
  enum Kind {
    /** Of everything something. */
    MIXED,
    /** The same, and every write is forced. */
    FORCED,
    /** Deletes, and what follows from them. */
    DELETES;

    Workload workload(long seed) {
      return switch (this) {
        case MIXED -> mixed(seed, Durability.PROCESS);
        case FORCED -> mixed(seed, Durability.SYNC);
        case DELETES -> ofDeletes(seed);
      };
    }
  }

  /** What an operation does, beside a write. */
  enum Step {
    WRITE,
    READ,
    FLUSH,
    COMPACT,
    IDLE,
    SNAPSHOT,
    RELEASE,
    REOPEN
  }

  /** One operation; only a write has a change. */
  record Operation(Step step, Optional<Change> change) {
    @Override
    public String toString() {
      return change.map(Change::toString).orElse(step.toString());
    }
  }

  private static final int LIVES = 2;
  private static final int WRITES = 8;
  private static final int LARGE_BYTES = 6000;

  private static final int DELETED_KEYS = 8;
  private static final int COLLISIONS = 2;
  private static final int TABLES = 5;
  private static final Changes.Mix MOSTLY_DELETES = new Changes.Mix(3, 1);

  private final Keys keys;
  private final long memTableBytes;
  private final Durability durability;
  private final List<Operation> operations = new ArrayList<>();

  private Workload(Keys keys, long memTableBytes, Durability durability) {
    this.keys = keys;
    this.memTableBytes = memTableBytes;
    this.durability = durability;
  }

  /** Of everything something; a memtable is full after two entries. */
  private static Workload mixed(long seed, Durability durability) {
    SplittableRandom random = new SplittableRandom(seed);
    Workload workload = new Workload(Keys.random(random, 10), 4096, durability);
    workload.addMixed(new Changes(random, workload.keys, 5, LARGE_BYTES));
    return workload;
  }

  /** Deletes, and so much of them in a table that vectors are written and tables rewritten. */
  private static Workload ofDeletes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CollidingKeys collisions = new CollidingKeys(Stores.hasher());
    Keys keys = Keys.colliding(random, DELETED_KEYS, COLLISIONS, collisions);
    Workload workload = new Workload(keys, 16 << 10, Durability.PROCESS);
    workload.addDeletes(new Changes(random, keys, Integer.MAX_VALUE, 1, MOSTLY_DELETES));
    return workload;
  }

  private void addDeletes(Changes changes) {
    for (Bytes key : keys.all()) {
      add(Change.put(key, changes.value(), Durability.PROCESS));
    }
    add(Step.COMPACT);
    add(Step.SNAPSHOT);
    for (int table = 0; table < TABLES; table++) {
      add(changes.next());
      add(changes.next());
      add(Step.FLUSH);
      if (table == TABLES / 2) {
        add(Step.RELEASE);
      }
    }
    add(Step.REOPEN);
    add(Step.READ);
    add(changes.next());
    add(Step.IDLE);
  }

  private void addMixed(Changes changes) {
    for (int life = 0; life < LIVES; life++) {
      writes(changes);
      add(Step.FLUSH);
      add(Step.SNAPSHOT);
      writes(changes);
      add(Step.RELEASE);
      add(life % 2 == 0 ? Step.COMPACT : Step.FLUSH);
      add(changes.rangeDelete());
      writes(changes);
      add(Step.REOPEN);
      add(Step.READ);
    }
  }

  private void writes(Changes changes) {
    for (int i = 0; i < WRITES; i++) {
      add(changes.next());
    }
    add(Step.READ);
  }

  private void add(Change change) {
    operations.add(new Operation(Step.WRITE, Optional.of(change)));
  }

  private void add(Step step) {
    operations.add(new Operation(step, Optional.empty()));
  }

  DbOptions options() {
    return DbOptions.builder()
        .durability(durability)
        .memTableBytes(memTableBytes)
        .tableBytes(4096)
        .blockBytes(256)
        .blockCacheBytes(0)
        .compression(Compression.SNAPPY)
        .valueFileThreshold(durability == Durability.SYNC ? 32 : 0)
        .build();
  }

  List<Bytes> keys() {
    return keys.all();
  }

  List<Operation> operations() {
    return operations;
  }
}
