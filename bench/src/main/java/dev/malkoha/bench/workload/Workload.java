package dev.malkoha.bench.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A workload of db_bench by its name. Keys are 16 bytes and values 100, half compressible; writes
 * are logged and not forced.
 */
public enum Workload {
  /** Writes every key once, in order, into an empty store. */
  FILLSEQ("write in key order"),
  /** Writes as many random keys, with repetitions, into an empty store. */
  FILLRANDOM("write in random order"),
  /** Writes every key once, in order, a hundred at a time. */
  FILLBATCH("write in key order, batches of 100, per entry"),
  /** Writes as many random keys, with repetitions, a hundred at a time. */
  FILLBATCHRANDOM("write in random order, batches of 100, per entry"),
  /** Loads every key once, in order, at one moment. */
  FILLINGEST("bulk load in key order, per entry"),
  /** Loads as many random keys, with repetitions, at one moment. */
  FILLINGESTRANDOM("bulk load in random order, per entry"),
  /** Writes as many random keys into the store that fillrandom left. */
  OVERWRITE("write random keys again"),
  /** Lets entries through a queue in key order: put, peek with a new cursor, get, delete. */
  QUEUE("queue: put, first, get, delete"),
  /** Reads what waits in the queue once the store is idle. */
  QUEUESCAN("scan the settled queue, per entry"),
  /** As queue, with keys that go down, so that the head is the last. */
  QUEUEBACK("queue: put, last, get, delete"),
  /** As queue, with a snapshot of its beginning held. */
  QUEUESNAPSHOT("queue with a snapshot held"),
  /** Gets random keys that are there. */
  READRANDOM("get, present"),
  /** Gets random keys that are not there and lie between those that are. */
  READMISSING("get, absent"),
  /** Gets keys that are there and follow each other, from random ones on. */
  READNEAR("get, present, neighbours"),
  /** Gets random keys that are there into an array of the caller's. */
  GETINTO("get, present, into the caller's array"),
  /** As readrandom, some keys by one call. */
  MULTIGET("get, present, 32 at once, per key"),
  /** As readmissing, some keys by one call. */
  MULTIMISSING("get, absent, 32 at once, per key"),
  /** As readnear, some keys by one call. */
  MULTINEAR("get, present, 32 neighbours at once, per key"),
  /** Counts all keys, exactly. */
  COUNT("count all, per entry"),
  /** Reads everything in order. */
  READSEQ("scan forward, per entry"),
  /** Reads everything in the opposite order. */
  READREVERSE("scan backward, per entry"),
  /** Opens a cursor, seeks a random key and reads ten entries. */
  SEEKRANDOM("new cursor, seek, 10 entries"),
  /** Deletes a random half of the keys. */
  DELETERANDOM("delete a random half"),
  /** Gets random keys of the deleted half. */
  READDELETED("get, deleted"),
  /** Reads what is left in order. */
  SCANAFTERDELETE("scan what is left, per entry");

  /** Entries that one seek of {@link #SEEKRANDOM} reads. */
  static final int ENTRIES_PER_SEEK = 10;

  /** Keys of one call of {@link #MULTIGET} and the like, and neighbours of {@link #READNEAR}. */
  static final int KEYS_TOGETHER = 32;

  private final String description;

  Workload(String description) {
    this.description = description;
  }

  /** The name in options, tables and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What one operation is. */
  public String description() {
    return description;
  }

  /** Whether it reads a store that was filled in random order before. */
  boolean onFilledStore() {
    return compareTo(READRANDOM) >= 0;
  }

  /** Whether it lets entries through a queue. */
  boolean isQueue() {
    return this == QUEUE || this == QUEUEBACK || this == QUEUESNAPSHOT;
  }

  /** Whether it asks for what deleterandom has deleted. */
  boolean afterDelete() {
    return compareTo(DELETERANDOM) > 0;
  }

  /** Whether its block reads are its own and not those of compactions beside it. */
  public boolean reads() {
    return onFilledStore() && this != DELETERANDOM;
  }

  /**
   * The workload of that name.
   *
   * @throws IllegalArgumentException if there is none, naming those there are
   */
  public static Workload of(String label) {
    for (Workload workload : values()) {
      if (workload.label().equals(label)) {
        return workload;
      }
    }
    throw new IllegalArgumentException("no workload '" + label + "'; choose from " + labels());
  }

  /** All names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Workload::label).toList();
  }
}
