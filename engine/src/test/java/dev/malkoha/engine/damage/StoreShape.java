package dev.malkoha.engine.damage;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Changes.Mix;
import dev.malkoha.engine.history.Spread;
import dev.malkoha.filter.FilterPolicy;
import java.util.Locale;

/**
 * What a store is like before it is damaged: what its files are mostly, what its writes survive,
 * and how it came to its end.
 */
record StoreShape(Content content, Durability durability, Ending ending) {

  private static final int KIB = 1024;
  private static final Ending[] ENDINGS = Ending.values();
  private static final Content[] CONTENTS = Content.values();

  /** How many shapes there are. */
  static final int COUNT = CONTENTS.length * 2 * ENDINGS.length;

  /** What a store's files are mostly. */
  enum Content {
    /** One segment of a log, and nothing else yet. */
    SHORT_LOG(25, 6, 0, 8),
    /** Some segments of a log, and nothing else yet. */
    LONG_LOG(180, 4, 0, 8),
    /** Many tables in some levels. */
    TABLES(220, 30, 60, 8),
    /** Sidecars, range deletes, and a manifest of many edits. */
    DELETES(220, 100, 20, 5),
    /** Some of everything. */
    MIXED(150, 8, 25, 7),
    /** Some of everything in two keyspaces, of which one keeps the log for long. */
    KEYSPACES(150, 8, 25, 7);

    final int writes;
    final int largeOneIn;

    /** One in so many writes is followed by a flush, a compaction or a pause; 0 is none. */
    final int pauseOneIn;

    /** Of ten edits of one key so many put, the others delete. */
    private final int puts;

    Content(int writes, int largeOneIn, int pauseOneIn, int puts) {
      this.writes = writes;
      this.largeOneIn = largeOneIn;
      this.pauseOneIn = pauseOneIn;
      this.puts = puts;
    }

    /** How many keyspaces there are. */
    int keyspaces() {
      return this == KEYSPACES ? 2 : 1;
    }

    Mix mix() {
      return new Mix(puts, 0);
    }
  }

  /** How one opening of a store ends. */
  enum End {
    CLOSE,
    KILL,
    /** Power is cut behind a write that survives it. */
    POWER_CUT
  }

  /** How a store came to its end. */
  enum Ending {
    CLOSED(End.CLOSE, End.CLOSE, false, false),
    KILLED(End.KILL, End.KILL, false, false),
    CLOSED_TWICE(End.CLOSE, End.CLOSE, true, false),
    KILLED_AND_CLOSED(End.KILL, End.CLOSE, true, false),
    KILLED_LATER(End.CLOSE, End.KILL, true, true),
    POWER_CUT(End.CLOSE, End.POWER_CUT, true, true);

    final End first;
    final End last;

    /** Whether it was opened again after the first end. */
    final boolean again;

    /** Whether it was written to when it was opened again. */
    final boolean writtenAgain;

    Ending(End first, End last, boolean again, boolean writtenAgain) {
      this.first = first;
      this.last = last;
      this.again = again;
      this.writtenAgain = writtenAgain;
    }

    boolean isClosed() {
      return last == End.CLOSE;
    }
  }

  /** The shape of a number; those of more than {@link #COUNT} begin anew. */
  static StoreShape of(int number) {
    Content content = CONTENTS[number % CONTENTS.length];
    Ending ending = ENDINGS[number / CONTENTS.length % ENDINGS.length];
    boolean sync = number / CONTENTS.length / ENDINGS.length % 2 == 1;
    return new StoreShape(content, sync ? Durability.SYNC : Durability.PROCESS, ending);
  }

  DbOptions options() {
    DbOptions.Builder options =
        DbOptions.builder()
            .tableBytes(4 * KIB)
            .blockBytes(256)
            .blockCacheBytes(0)
            .compression(Compression.NONE)
            .garbageShare(1)
            .durability(durability);
    return switch (content) {
      case SHORT_LOG, LONG_LOG -> options.memTableBytes(128 * KIB).build();
      case TABLES -> options.memTableBytes(4 * KIB).build();
      case DELETES ->
          options.memTableBytes(32 * KIB).filter(FilterPolicy.semiSortedCuckoo(0.01)).build();
      case MIXED ->
          options
              .memTableBytes(32 * KIB)
              .compression(Compression.SNAPPY)
              .filter(FilterPolicy.bloom(10))
              .garbageShare(0.3)
              .valueFileThreshold(32)
              .build();
      case KEYSPACES -> {
        DbOptions later = options.memTableBytes(64 * KIB).valueFileThreshold(200).build();
        yield options
            .memTableBytes(8 * KIB)
            .keyspace(Spread.names(2).getLast(), later.defaultKeyspace())
            .build();
      }
    };
  }

  @Override
  public String toString() {
    return (content + " " + durability + " " + ending).toLowerCase(Locale.ROOT);
  }
}
