package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.TransactionHunt;
import dev.malkoha.engine.model.WaitingCommitHunt;
import java.util.function.LongPredicate;

/** Bugs that transactions and read-modify-writes must not have: conflicts that nobody sees. */
enum TransactionBug implements Bug {
  /** A transaction looks for conflicts, and then lets others in while it waits for room. */
  VALIDATED_BEFORE_WAITING(WaitingCommitHunt.class) {
    @Override
    public Mutant mutant() {
      return beforeWaiting("!check.getClass().isHidden()");
    }
  },
  /** The same of an update. */
  UPDATE_VALIDATED_BEFORE_WAITING(WaitingCommitHunt.class) {
    @Override
    public Mutant mutant() {
      return beforeWaiting("check.getClass().isHidden()");
    }
  },
  /** Of several memtables the one that is written to alone is looked at. */
  FROZEN_MEMTABLES_NOT_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Tree",
              "return inTables <= sequence ? now.memTables() : null;",
              "return inTables <= sequence ? List.of(now.active()) : null;");
    }
  },
  /** What was flushed is not looked for in tables. */
  TABLES_NOT_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/Footprint",
              "return isChangedIn(view.version(), snapshot, tree.hasher());",
              "return view.version().ranges().anyAbove(snapshot, this::range);");
    }
  },
  /** A range delete without an end conflicts with no range that was read. */
  OPEN_END_MEETS_NOTHING(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/KeyIntervals",
              "range.isOpen() ? byStart.lastEntry() : byStart.lowerEntry(range.to());",
              "byStart.lowerEntry(range.to());");
    }
  },
  /** Of flushed range deletes nobody asks. */
  FLUSHED_RANGES_NOT_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/Footprint",
              "if (version.ranges().anyAbove(snapshot, this::range)) {",
              "if (false) {");
    }
  },
  /** Range deletes of others do not count. */
  RANGES_NOT_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/Footprint",
              "return covers(range, keys) || covers(range, merged) || ranges.meets(range);",
              "return false;");
    }
  },
  /** A range delete counts for keys, and not for ranges. */
  RANGES_NOT_HELD_AGAINST_RANGES(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("transaction/Footprint", "|| ranges.meets(range)", "");
    }
  },
  /** What is written into a range does not count, its keys not having been read by name. */
  PHANTOMS(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("transaction/Footprint", "|| ranges.around(key) != null;", ";");
    }
  },
  /** A walk notes what it has found, and not that there was nothing behind it. */
  END_OF_RANGE_NOT_NOTED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/OverlayWalk",
              "if (!found) {\n      high = to;\n    } else if",
              "if (!found) {\n      return false;\n    } else if");
    }
  },
  /** What a walk back has passed is not noted. */
  WALK_BACK_NOT_NOTED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("transaction/OverlayWalk", "low = currentKey();\n    }", "}");
    }
  },
  /** The last entry that a walk has stood on may change. */
  LAST_ENTRY_NOT_NOTED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/OverlayWalk",
              "return Arrays.copyOf(currentKey(), keyLength() + 1); // a zero more",
              "return currentKey();");
    }
  },
  /** What was walked over before a jump is forgotten. */
  WALK_BEFORE_A_JUMP_FORGOTTEN(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("transaction/OverlayWalk", "note();\n      low = start;", "low = start;");
    }
  },
  /** Of a key that was not there nobody notes that it was read. */
  ABSENT_KEYS_NOT_NOTED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "facade/StoreTransaction",
              "if (noted != null) {\n      noted.addKey",
              "if (noted != null && super.get(key) != null) {\n      noted.addKey");
    }
  },
  /** Ranges that a transaction has deleted may be written to by others. */
  DELETED_RANGES_NOT_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/IndexedWrites",
              "deleted.all().forEach(range -> footprint.ranges().add(range.from(), range.to()));",
              "");
    }
  },
  /** What a transaction put before it deleted the range is there again. */
  RANGE_SPARES_EARLIER_PUTS(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("transaction/IndexedWrites", "keys.subMap(from, true, to, false).clear();", "");
    }
  },
  /** What it put afterwards is deleted with the range. */
  RANGE_TAKES_LATER_PUTS(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/IndexedWrites",
              "if (value != null) {\n        batch.add",
              "if (value != null && deleted.around(written.key()) == null) {\n        batch.add");
    }
  },
  /** A walk shows what the transaction has deleted by range. */
  OWN_RANGES_NOT_SEEN(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("transaction/OverlayWalk", "writes.deletedAround(walk.copyKey())", "null");
    }
  },
  /** A walk that turns round goes on from where the snapshot's walk was. */
  TURN_WITHOUT_A_SEEK(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("transaction/OverlayWalk", ": walk.seekBelow(passed);", ": baseValid;");
    }
  },
  /** A table is passed over if it begins before the snapshot. */
  YOUNG_TABLES_ALONE_VALIDATED(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "transaction/Footprint",
              "table.meta().largestSequence() > snapshot",
              "table.meta().smallestSequence() > snapshot");
    }
  },
  /** A look outside the lock counts up to what is written after it. */
  LOOK_OUTSIDE_COUNTS_FOR_ALL(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("transaction/Validation", "if (newest == checked) {", "if (searches == 0) {");
    }
  },
  /** Memtables that have become tables are taken to have held nothing. */
  UPDATE_MISSES_WHAT_IS_IN_TABLES(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Tree",
              "return inTables <= sequence ? now.memTables() : null;",
              "return now.memTables();");
    }
  },
  /** An update whose memtables are gone writes what it has made of the value before. */
  UPDATE_KEEPS_WHAT_IT_MADE(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("facade/StoreMap", "|| !Arrays.equals(now.value(), seen.value())", "");
    }
  },
  /** An update does not see that its key was deleted with a range. */
  UPDATE_MISSES_RANGES(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "memtable/MemTable",
              "|| ranges.anyAbove(sequence, range -> range.covers(key));",
              ";");
    }
  },
  /** Of the changes to a key the oldest one is looked at. */
  OLDEST_CHANGE_COUNTS(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "memtable/MemTable",
              "EntryKind.sequence(arena.tag(arena.newest(record)));",
              "EntryKind.sequence(arena.tag(record));");
    }
  },
  /** The snapshot is let go before the commit, so that jobs forget what was after it. */
  SNAPSHOT_NOT_HELD(TransactionHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "facade/StoreTransaction",
              "this.handle = handles.open(this, \"transaction\", pin::release);",
              "pin.release();\n"
                  + "    this.handle = handles.open(this, \"transaction\", () -> {});");
    }
  };

  private final Class<? extends LongPredicate> hunt;

  TransactionBug(Class<? extends LongPredicate> hunt) {
    this.hunt = hunt;
  }

  /**
   * Validates before others are let in, where the check is of one kind: an update's is a lambda.
   */
  private static Mutant beforeWaiting(String isOfKind) {
    return new Mutant()
        .replace(
            "commit/CommitPipeline",
            "do { // others that come in while this one waits are to be checked for, too",
            "boolean held = check.holds(snapshots.newest());\n      do {")
        .replace(
            "commit/CommitPipeline",
            "made = check.holds(snapshots.newest());",
            "made = " + isOfKind + " ? held : check.holds(snapshots.newest());");
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
