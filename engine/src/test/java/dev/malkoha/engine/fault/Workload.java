package dev.malkoha.engine.fault;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A fixed sequence of operations that makes a small store do everything that it can do. */
final class Workload {

  /** What an operation does, beside a write. */
  enum Step {
    WRITE,
    READ,
    FLUSH,
    COMPACT,
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

  private final Keys keys;
  private final List<Operation> operations = new ArrayList<>();

  Workload(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    keys = Keys.random(random, 10);
    Changes changes = new Changes(random, keys, 5, LARGE_BYTES);
    for (int life = 0; life < LIVES; life++) {
      writes(changes);
      add(Step.FLUSH);
      writes(changes);
      add(life % 2 == 0 ? Step.COMPACT : Step.FLUSH);
      operations.add(new Operation(Step.WRITE, Optional.of(changes.rangeDelete())));
      writes(changes);
      add(Step.REOPEN);
      add(Step.READ);
    }
  }

  private void writes(Changes changes) {
    for (int i = 0; i < WRITES; i++) {
      operations.add(new Operation(Step.WRITE, Optional.of(changes.next())));
    }
    add(Step.READ);
  }

  private void add(Step step) {
    operations.add(new Operation(step, Optional.empty()));
  }

  DbOptions options() {
    return DbOptions.builder()
        .memTableBytes(4096)
        .tableBytes(4096)
        .blockBytes(256)
        .blockCacheBytes(0)
        .compression(Compression.SNAPPY)
        .build();
  }

  List<Bytes> keys() {
    return keys.all();
  }

  List<Operation> operations() {
    return operations;
  }
}
