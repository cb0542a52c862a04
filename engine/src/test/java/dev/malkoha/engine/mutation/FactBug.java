package dev.malkoha.engine.mutation;

import dev.malkoha.engine.damage.FactHunt;

/** Checks of what a manifest says, each of them left out. */
enum FactBug implements Bug {
  /** Two tables of a deeper level may hold the same keys. */
  LEVELS_MAY_OVERLAP {
    @Override
    public Mutant mutant() {
      return without("level > 0 && i < tables.size()", "level > 99 && i < tables.size()");
    }
  },
  /** A table may be newer than all that was written. */
  TABLES_MAY_BE_OF_THE_FUTURE {
    @Override
    public Mutant mutant() {
      return without("require(0, table.largestSequence(), last, \"the last sequence\" + of);", ";");
    }
  },
  /** A range delete may be newer than all that was written. */
  RANGES_MAY_BE_OF_THE_FUTURE {
    @Override
    public Mutant mutant() {
      return without(
          "require(1, range.sequence(), last, \"the sequence of a range delete\");", ";");
    }
  },
  /** The log may be needed from a place on that it has not reached. */
  LOG_FLOOR_BEHIND_ALL {
    @Override
    public Mutant mutant() {
      return without(
          "require(0, state.logFloor(), durable, \"a log floor that is a position and was durable,\");",
          ";");
    }
  },
  /** A table may have another first key than the manifest says. */
  ANOTHER_FIRST_KEY {
    @Override
    public Mutant mutant() {
      return without("Arrays.equals(meta.smallestKey(), file.smallestKey())");
    }
  },
  /** A table may have another last key than the manifest says. */
  ANOTHER_LAST_KEY {
    @Override
    public Mutant mutant() {
      return without("Arrays.equals(meta.largestKey(), file.largestKey())");
    }
  },
  /** A table may have more or fewer entries than the manifest says. */
  ANOTHER_COUNT {
    @Override
    public Mutant mutant() {
      return without("meta.entries() == file.entries()");
    }
  },
  /** A table may have other sequences than the manifest says. */
  OTHER_SEQUENCES {
    @Override
    public Mutant mutant() {
      return without("isNumbered\n            ||", "true ||");
    }
  },
  /** Filters may be asked by another hash than they were made with. */
  ANOTHER_HASH_SEED {
    @Override
    public Mutant mutant() {
      return without("return ordinal >= 0", "return ordinal < -1");
    }
  },
  /**
   * A value file that the manifest does not tell of may be pointed to, and is found missing late.
   */
  UNTOLD_VALUES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "version/ValueFiles",
              "if (file == null) {\n      throw",
              "if (file == null && number < 0) {\n      throw");
    }
  },
  /** A check does not look where a key's entries lie. */
  ANY_LEVEL {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools(
              "inspect/DeleteVerifier", "table.run < livesIn.run", "table.run < -livesIn.run");
    }
  },
  /** Tables may be named in another keyspace than the log says they joined. */
  INGESTED_INTO_ANOTHER_KEYSPACE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay", "return shownSequence() >= man", "return lastSequence >= man");
    }
  };

  private static final String FACTS = "version/ManifestFacts";

  private static Mutant without(String condition) {
    return without(condition, "true");
  }

  private static Mutant without(String check, String by) {
    return new Mutant().replace(FACTS, check, by);
  }

  @Override
  public String hunt() {
    return FactHunt.class.getName();
  }
}
