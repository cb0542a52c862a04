package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.ExpiryCrashHunt;
import dev.malkoha.engine.model.ExpiryHunt;

/** Bugs that entries which expire must not have. */
enum ExpiryBug implements Bug {
  /** The store's time goes back with the clock. */
  TIME_GOES_BACK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "resource/StoreTime",
              "return now > last.get() ? last.accumulateAndGet(now, Math::max) : last.get();",
              "last.set(now); return now;");
    }
  },
  /** An opening knows no time of before. */
  TIME_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("opening/StoreOpener", "Math.max(state.time(), replay.time())", "0");
    }
  },
  /** The log does not tell the time. */
  LOG_WITHOUT_TIME {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("recovery/LogReplay", "time = Math.max(time, at.time);", "time = 0;");
    }
  },
  /** A table goes although one of its entries lives. */
  DROPPED_WITH_A_LIVING_ENTRY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/Shape", "all.count() + table.tombstones() == table.entries()", "true");
    }
  },
  /** A table goes although what it hides lies below. */
  DROPPED_ABOVE_OLDER_ENTRIES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/Shape",
              ".noneMatch(other -> other.overlaps(table.smallestKey(), table.largestKey()));",
              ".noneMatch(other -> false);");
    }
  },
  /** A merge leaves out a put that has expired, and an older one comes back. */
  EXPIRED_PUT_HIDES_NOTHING {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/MergeJob",
              "long first = OperandMerge.first(entry);",
              "if (tag != entry.tag()) { return; } long first = OperandMerge.first(entry);");
    }
  },
  /** A merge buries what a snapshot sees. */
  SNAPSHOTS_TIME_IGNORED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "entry/Versions",
              "stripes.time(stripes.of(sequence))",
              "stripes.time(stripes.snapshots().length)");
    }
  },
  /** A walk backwards sees what has expired. */
  EXPIRED_SEEN_BACKWARDS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/VisibleCursor",
              "Versions.isExpired(newest, value, valueOffset - Versions.expiryBytes(newest), time)",
              "false");
    }
  },
  /** A look-up of many keys sees what has expired. */
  EXPIRED_SEEN_AMONG_MANY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/BulkReader",
              "if (Versions.isExpired(tag, buffer, entry, time)) {",
              "if (false) {");
    }
  },
  /** A value that moves out of a value file loses when it expires. */
  EXPIRY_LOST_WITH_A_VALUE_FILE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/ValueSplit",
              "EntryKind kind = expiry > 0 ? EntryKind.PUT_APART_UNTIL : EntryKind.PUT_APART;\n"
                  + "    byte[] whole = withExpiry(entry, expiry,",
              "EntryKind kind = EntryKind.PUT_APART;\n    byte[] whole = withExpiry(entry, 0,");
    }
  },
  /** Entries of a batch do not expire. */
  BATCHES_LIVE_FOR_EVER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/StoreWriter",
              "Batch written = ages ? withExpiry(batch) : batch;",
              "Batch written = batch.hasExpiry() ? withExpiry(batch) : batch;");
    }
  },
  /** The log goes, and with it the time that it told. */
  TIME_GOES_WITH_THE_LOG {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("jobs/LogNeeds", "if (snapshots.time().isKnown()) {", "if (false) {");
    }

    @Override
    public String hunt() {
      return ExpiryCrashHunt.class.getName();
    }
  },
  /** Nobody notes the time that reads have told. */
  TIME_OF_READS_NOT_NOTED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/StoreWriter",
              "long time = shared.snapshots().time().unnoted();",
              "long time = 0;");
    }

    @Override
    public String hunt() {
      return ExpiryCrashHunt.class.getName();
    }
  };

  @Override
  public String hunt() {
    return ExpiryHunt.class.getName();
  }
}
