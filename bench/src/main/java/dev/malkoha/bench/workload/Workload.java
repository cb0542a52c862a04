package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.MergeKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A workload by its name: db_bench's, YCSB's, and others. Keys are 16 bytes and values 100, half
 * compressible, unless it says otherwise; writes are logged and not forced.
 */
public enum Workload {
  /** Writes every key once, in order, into an empty store. */
  FILLSEQ(Stage.ALONE, "write in key order"),
  /** Writes as many random keys, with repetitions, into an empty store. */
  FILLRANDOM(Stage.RANDOM, "write in random order"),
  /** Writes every key once, in order, a hundred at a time. */
  FILLBATCH(Stage.ALONE, "write in key order, batches of 100, per entry"),
  /** Writes as many random keys, with repetitions, a hundred at a time. */
  FILLBATCHRANDOM(Stage.ALONE, "write in random order, batches of 100, per entry"),
  /** Loads every key once, in order, at one moment. */
  FILLINGEST(Stage.ALONE, "bulk load in key order, per entry"),
  /** Loads as many random keys, with repetitions, at one moment. */
  FILLINGESTRANDOM(Stage.ALONE, "bulk load in random order, per entry"),
  /** Writes as many random keys into the store that fillrandom left. */
  OVERWRITE(Stage.RANDOM, "write random keys again", FILLRANDOM),
  /** As fillrandom, by two threads. */
  FILLRANDOM2(Stage.ALONE, "write in random order, 2 threads, per entry of both"),
  /** As fillrandom, by eight threads. */
  FILLRANDOM8(Stage.ALONE, "write in random order, 8 threads, per entry of all"),
  /** Lets entries through a queue in key order: put, peek with a new cursor, get, delete. */
  QUEUE(Stage.QUEUE, "queue: put, first, get, delete"),
  /** Reads what waits in the queue once the store is idle. */
  QUEUESCAN(Stage.QUEUE, "scan the settled queue, per entry", QUEUE),
  /** As queue, with keys that go down, so that the head is the last. */
  QUEUEBACK(Stage.ALONE, "queue: put, last, get, delete"),
  /** As queue, with a snapshot of its beginning held. */
  QUEUEHELD(Stage.ALONE, "queue with a snapshot held"),
  /** As queue, with the head found by a snapshot of its own each time. */
  QUEUEFRESH(Stage.ALONE, "queue, each head by a new snapshot"),
  /** As queue, with a transaction that finds the head and deletes it. */
  QUEUETX(Stage.ALONE, "queue, each head taken by a transaction"),
  /** As queue, with a look at the head once in a thousand deletes. */
  QUEUERARE(Stage.ALONE, "queue, one look in 1,000 deletes"),
  /** Puts and range deletes, in a store that is filled for it. */
  RANGEWRITE(Stage.ALONE, "write, one in ten deletes a range of 20"),
  /** Gets after them. */
  RANGEREAD(Stage.ALONE, "get after range deletes"),
  /** Gets random keys that are there. */
  READRANDOM(Stage.FILLED, "get, present"),
  /** Gets random keys that are not there and lie between those that are. */
  READMISSING(Stage.FILLED, "get, absent"),
  /** Gets keys that are there and follow each other, from random ones on. */
  READNEAR(Stage.FILLED, "get, present, neighbours"),
  /** Gets random keys that are there into an array of the caller's. */
  GETINTO(Stage.FILLED, "get, present, into the caller's array"),
  /** As readrandom, without arrays handed out; for stores that can. */
  READINPLACE(Stage.FILLED, "get, present, in place"),
  /** As readrandom, some keys by one call. */
  MULTIGET(Stage.FILLED, "get, present, 32 at once, per key"),
  /** As readmissing, some keys by one call. */
  MULTIMISSING(Stage.FILLED, "get, absent, 32 at once, per key"),
  /** As readnear, some keys by one call. */
  MULTINEAR(Stage.FILLED, "get, present, 32 neighbours at once, per key"),
  /** As multiget, twice as many keys by one call. */
  MULTI64(Stage.FILLED, "get, present, 64 at once, per key"),
  /** Counts all keys, exactly. */
  COUNT(Stage.FILLED, "count all, per entry"),
  /** Reads everything in order. */
  READSEQ(Stage.FILLED, "scan forward, per entry"),
  /** Reads everything in the opposite order. */
  READREVERSE(Stage.FILLED, "scan backward, per entry"),
  /** As readseq, without arrays handed out; for stores that can. One thread. */
  SCANINPLACE(Stage.FILLED, "scan forward in place, per entry"),
  /** Opens a cursor, seeks a random key and reads ten entries. */
  SEEKRANDOM(Stage.FILLED, "new cursor, seek, 10 entries"),
  /** As readrandom, while another thread writes ten thousand keys a second again. */
  READWHILEWRITING(Stage.FILLED, "get, present, beside a writer"),
  /** Deletes a random half of the keys. */
  DELETERANDOM(Stage.FILLED, "delete a random half"),
  /** Gets random keys of the deleted half. */
  READDELETED(Stage.FILLED, "get, deleted", DELETERANDOM),
  /** Reads what is left in order. */
  SCANAFTERDELETE(Stage.FILLED, "scan what is left, per entry", DELETERANDOM),
  /** As readrandom, where the block cache holds a third of the data. */
  READBEYOND(Stage.BEYOND, "get, data three times the cache"),
  /** As seekrandom, where the block cache holds a third of the data. */
  SEEKBEYOND(Stage.BEYOND, "seek, 10 entries, data three times the cache"),
  /** YCSB's workload A: zipfian, values of 1 KiB. */
  YCSBA(Stage.RECORDS, "YCSB A: half reads, half updates"),
  /** YCSB's workload B: zipfian, values of 1 KiB. */
  YCSBB(Stage.RECORDS, "YCSB B: 95 % reads, 5 % updates"),
  /** YCSB's workload C: zipfian, values of 1 KiB. */
  YCSBC(Stage.RECORDS, "YCSB C: reads"),
  /** YCSB's workload F: zipfian, values of 1 KiB. */
  YCSBF(Stage.RECORDS, "YCSB F: half reads, half read and updated"),
  /** YCSB's workload D: zipfian, values of 1 KiB. */
  YCSBD(Stage.RECORDS, "YCSB D: 95 % reads of the latest, 5 % inserts"),
  /** YCSB's workload E: zipfian, values of 1 KiB. */
  YCSBE(Stage.RECORDS, "YCSB E: 95 % scans of 1 to 100, 5 % inserts"),
  /** Reads the 20 fields of random users, right after they were loaded. */
  PREFIXLOADED(Stage.FIELDS, "prefix scan of 20, just loaded"),
  /** Reads the 20 fields of random users once the store is idle. */
  PREFIXSCAN(Stage.FIELDS, "prefix scan of 20, forward"),
  /** As prefixscan, from the last field to the first. */
  PREFIXBACK(Stage.FIELDS, "prefix scan of 20, backward"),
  /** As prefixscan, of users that are not there and lie between those that are. */
  PREFIXMISSING(Stage.FIELDS, "prefix scan of an absent prefix"),
  /** Merges 8 bytes into as many random keys, with repetitions, of an empty store: sums. */
  MERGERANDOM(Stage.SUMS, "merge 8 bytes into random keys"),
  /** Gets the sums of random keys. */
  READMERGED(Stage.SUMS, "get, merged", MERGERANDOM),
  /** Merges into one counter. */
  COUNTER(Stage.COUNTERS, "add to one counter by a merge"),
  /** Gets a counter after each thousand merges into it, and is timed by the gets. One thread. */
  COUNTERREAD(Stage.COUNTERS, "get a counter, once in 1,000 merges"),
  /** Changes a counter by a function of its value. One thread. */
  COUNTERUPDATE(Stage.COUNTERS, "add to one counter by an update"),
  /** Appends 8 bytes to random lists of about a hundred such elements. */
  APPEND(Stage.LISTS, "append 8 bytes to random lists"),
  /** Gets random lists. */
  READLISTS(Stage.LISTS, "get a list of 100 appended", APPEND),
  /** Writes every key once, in random order; nine in ten expire after a second. */
  EXPIRE(Stage.AGING, "write, nine in ten expire"),
  /** Gets random keys that have expired. */
  READEXPIRED(Stage.AGING, "get, expired", EXPIRE),
  /** Writes values of 100 B in random order. */
  FILL100(Stage.VALUES100, "write values of 100 B"),
  /** Gets values of 100 B. */
  READ100(Stage.VALUES100, "get values of 100 B", FILL100),
  /** Reads all values of 100 B in order. */
  SCAN100(Stage.VALUES100, "scan values of 100 B, per entry", FILL100),
  /** Writes values of 1 KiB in random order. */
  FILL1K(Stage.VALUES1K, "write values of 1 KiB"),
  /** Gets values of 1 KiB. */
  READ1K(Stage.VALUES1K, "get values of 1 KiB", FILL1K),
  /** Reads all values of 1 KiB in order. */
  SCAN1K(Stage.VALUES1K, "scan values of 1 KiB, per entry", FILL1K),
  /** Writes values of 16 KiB in random order. */
  FILL16K(Stage.VALUES16K, "write values of 16 KiB"),
  /** Gets values of 16 KiB. */
  READ16K(Stage.VALUES16K, "get values of 16 KiB", FILL16K),
  /** Reads all values of 16 KiB in order. */
  SCAN16K(Stage.VALUES16K, "scan values of 16 KiB, per entry", FILL16K),
  /** Writes values of 256 KiB in random order. */
  FILL256K(Stage.VALUES256K, "write values of 256 KiB"),
  /** Gets values of 256 KiB. */
  READ256K(Stage.VALUES256K, "get values of 256 KiB", FILL256K),
  /** Reads all values of 256 KiB in order. */
  SCAN256K(Stage.VALUES256K, "scan values of 256 KiB, per entry", FILL256K),
  /** Writes values of 1 MiB in random order. */
  FILL1M(Stage.VALUES1M, "write values of 1 MiB"),
  /** Gets values of 1 MiB. */
  READ1M(Stage.VALUES1M, "get values of 1 MiB", FILL1M),
  /** Reads all values of 1 MiB in order. */
  SCAN1M(Stage.VALUES1M, "scan values of 1 MiB, per entry", FILL1M),
  /** Opens a store that was closed, and gets an entry of it. */
  OPEN(Stage.CLOSED, "open and first get"),
  /** As open, as the first thing that a Java process does. */
  OPENFIRST(Stage.CLOSED, "open and first get, first in the JVM");

  /** Entries that one seek of {@link #SEEKRANDOM} reads. */
  public static final int ENTRIES_PER_SEEK = 10;

  /** The writes of {@link #READWHILEWRITING} meanwhile. */
  public static final long WRITER_BYTES_PER_SECOND = Writer.PUTS_PER_SECOND * 116;

  /** Keys of one call of {@link #MULTIGET} and the like, and neighbours of {@link #READNEAR}. */
  static final int KEYS_TOGETHER = 32;

  private static final int MORE_TOGETHER = 64;

  private final Stage stage;
  private final String description;
  private final @Nullable Workload before;

  Workload(Stage stage, String description) {
    this(stage, description, null);
  }

  Workload(Stage stage, String description, @Nullable Workload before) {
    this.stage = stage;
    this.description = description;
    this.before = before;
  }

  /** The name in options, tables and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of one operation. */
  public String description() {
    return description;
  }

  /** The store that it is run on. */
  public Stage stage() {
    return stage;
  }

  /** Whether it is among some workloads, or one of them goes on from what it leaves. */
  public boolean isNeededBy(List<Workload> wanted) {
    return wanted.stream().anyMatch(other -> other == this || other.before == this);
  }

  /** The subject. */
  public Topic topic() {
    return switch (stage) {
      case QUEUE -> Topic.QUEUES;
      case RECORDS -> Topic.RECORDS;
      case FIELDS -> Topic.PREFIXES;
      case SUMS, COUNTERS, LISTS -> Topic.MERGES;
      case AGING -> Topic.AGE;
      case CLOSED -> Topic.OPENINGS;
      case VALUES100, VALUES1K, VALUES16K, VALUES256K, VALUES1M -> Topic.VALUES;
      case ALONE, RANDOM -> puts() ? Topic.WRITES : isQueue() ? Topic.QUEUES : Topic.DELETES;
      case FILLED, BEYOND ->
          this == DELETERANDOM || before == DELETERANDOM ? Topic.DELETES : Topic.READS;
    };
  }

  /** Whether it lets entries through a queue. */
  boolean isQueue() {
    return switch (this) {
      case QUEUE, QUEUEBACK, QUEUEHELD, QUEUEFRESH, QUEUETX, QUEUERARE -> true;
      default -> false;
    };
  }

  /** Whether it writes as much as it can, so that there may be work left behind it. */
  boolean writes() {
    return puts()
        || this == DELETERANDOM
        || this == RANGEWRITE
        || isQueue()
        || List.of(MERGERANDOM, COUNTER, COUNTERUPDATE, APPEND, EXPIRE).contains(this);
  }

  /** Whether it does nothing but put entries. */
  boolean puts() {
    return name().startsWith("FILL") || this == OVERWRITE;
  }

  /** Whether its block reads are its own and not those of writes or compactions beside it. */
  public boolean reads() {
    return !writes() && this != QUEUESCAN && stage != Stage.CLOSED && !isMixed();
  }

  /** Whether it reads and writes. */
  boolean isMixed() {
    return this == READWHILEWRITING
        || this == COUNTERREAD
        || (stage == Stage.RECORDS && this != YCSBC);
  }

  /** Whether several threads of its own share its operations, so that only their sum says much. */
  boolean hasOwnThreads() {
    return this == FILLRANDOM2 || this == FILLRANDOM8;
  }

  /** Whether people ask how many of its operations there are in a second. */
  public boolean isCountedBySeconds() {
    return hasOwnThreads()
        || this == FILLRANDOM
        || this == READWHILEWRITING
        || stage == Stage.RECORDS;
  }

  /** Keys of one of its calls, where it asks for several at once. */
  int keysTogether() {
    return this == MULTI64 ? MORE_TOGETHER : KEYS_TOGETHER;
  }

  /** Whether it reads all there is, and not as much as the options say. */
  public boolean isWhole() {
    return List.of(COUNT, READSEQ, READREVERSE, SCANINPLACE).contains(this);
  }

  /**
   * Whether a store that one process has loaded can be read by it in others again and again: it
   * leaves all keys where they were.
   */
  public boolean leavesKeys() {
    return switch (stage) {
      case FILLED -> reads() && this != READDELETED && this != SCANAFTERDELETE;
      case RECORDS -> true;
      case FIELDS -> this != PREFIXLOADED;
      default -> false;
    };
  }

  /** Whether it needs reads in place. */
  boolean inPlace() {
    return this == READINPLACE || this == SCANINPLACE;
  }

  /** Whether it needs merges. */
  boolean merges() {
    return stage.merges() != MergeKind.NONE && this != COUNTERUPDATE;
  }

  /** Bytes of a value. */
  int valueBytes() {
    return stage.valueBytes();
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
