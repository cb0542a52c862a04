package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.ReadHunt;

/** Bugs that reads of many keys, of neighbours and of ranges must not have. */
enum ReadBug implements Bug {
  /** Keys that no table of a run covers are forgotten, though a deeper run may hold them. */
  KEY_OUTSIDE_A_RUN_IS_SETTLED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              BULK,
              "if (table != null) {",
              "if (table == null) { answered.set(key.place); } else {");
    }
  },
  /** A delete that is found does not end the search of its key. */
  DELETE_DOES_NOT_SETTLE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              BULK,
              "if ((present >>> i & 1) != 0) {",
              "if ((present >>> i & 1) != 0 && EntryKind.of(lookups.tag(i)) == EntryKind.PUT) {");
    }
  },
  /** Range deletes do not count for many keys at once. */
  RANGE_DELETES_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              BULK,
              "switch (Versions.seen(tag, sequence, view, sought.prefix, key, 0, key.length)) {",
              "switch (Versions.content(tag)) {");
    }
  },
  /** The newest entry is read where an older one is asked for. */
  SNAPSHOT_IGNORED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(BULK, "this.maxTag = EntryKind.readTag(sequence);", "this.maxTag = -1L;");
    }
  },
  /** Keys that are looked up together are taken for those in front of them. */
  NEXT_GROUP_BEGINS_TOO_EARLY {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(BULK, "answer(asked[i], ", "answer(asked[Math.max(0, i - 1)], ");
    }
  },
  /** Answers stand in the order of the keys as they are sorted. */
  ORDER_OF_THE_SORTED_KEYS {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(BULK, "values[sought.place] =", "values[keys.indexOf(sought)] =");
    }
  },
  /** The hash of the key that stood there before. */
  HASH_LEFT_BEHIND {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              BULK,
              "lookups.add(table.reader(), key.key, key.hash);",
              "lookups.add(table.reader(), key.key, keys.getFirst().hash);");
    }
  },
  /** A value that does not fit is said to be as long as what was copied. */
  LENGTH_OF_WHAT_WAS_COPIED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/PointReader",
              "yield found.valueLength;",
              "yield into instanceof java.nio.ByteBuffer b"
                  + " ? b.position() - 1 : found.valueLength;");
    }
  },
  /** A deleted key is contained. */
  DELETED_IS_CONTAINED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/PointReader",
              "case NOTHING -> -1;",
              "case NOTHING -> rangeDelete() == 0 ? found.valueLength : -1;");
    }
  },
  /** The greatest key survives a delete of all keys. */
  GREATEST_KEY_SURVIVES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "WriteBatch",
              "Limits.checkKey(range.from()), Batch.NO_BYTES",
              "range.from(), "
                  + "java.util.HexFormat.of().parseHex(\"ff\".repeat(Limits.KEY_BYTES_MAX))");
    }
  },
  /** A range without an upper end ends where it begins. */
  OPEN_END_IS_EMPTY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("range/RangeTombstone", "return to.length == 0;", "return false;");
    }
  },
  /** A range without an upper end ends at the last key at which another one begins or ends. */
  OPEN_END_IS_THE_LAST_BOUND {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "range/RangeTombstones",
              "mergedNewest[count] = Math",
              "mergedNewest[count] = count == most - 1 ? 0 : Math");
    }
  },
  /** A range above a key begins with it. */
  ABOVE_IS_AT_LEAST {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("KeyRange", "byte[] next = next(from);", "byte[] next = from;");
    }
  },
  /** A count begins with the second entry of its range. */
  FIRST_IS_NOT_COUNTED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "facade/StoreReads",
              "boolean here = find(walk, down ? Walk::last : Walk::first);",
              "boolean here = find(walk, down ? Walk::last : Walk::first)"
                  + " && (visitor instanceof PlacedEntries || walk.next());");
    }
  };

  private static final String BULK = "read/BulkReader";

  @Override
  public String hunt() {
    return ReadHunt.class.getName();
  }
}
