package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.BesideHunt;
import dev.malkoha.engine.beside.FullSpeedHunt;
import dev.malkoha.engine.beside.ReplacedHunt;

/** Bugs that a reader beside a writer must not have, as changes to the code without them. */
enum BesideBug implements Bug {
  /** Tables of now are read at the number of before: what compactions dropped since is missing. */
  NEW_TABLES_AT_THE_OLD_NUMBER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              STORE,
              "views.at(replay.shownSequence())",
              "views.at(before == null || before.manifest == state"
                  + " ? replay.shownSequence() : before.views.sequence())");
    }
  },
  /** Every other time the log is not read on: tables may hold what was written after its end. */
  LOG_SHORT_OF_THE_TABLES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "follow/LogTail",
              "private boolean isFarEnough;",
              "private boolean isFarEnough; private int calls;")
          .replace(
              "follow/LogTail",
              "read(at, into, manifest);",
              "if (++calls % 2 == 0) { return into; } read(at, into, manifest);")
          .replace("follow/LogTail", "return isFarEnough || floor <= end();", "return true;");
    }
  },
  /** Keyspaces of one moment beside writes of another. */
  KEYSPACES_NOT_LOOKED_AT_AGAIN {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STORE, "later.isBeside(state) &&", "true &&");
    }
  },
  /** What is in tables leaves memtables that earlier moments are read from. */
  TABLES_OF_A_MOMENT_LET_GO_TOO_EARLY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Pin",
              "shared.snapshots().open(sequence);",
              "shared.snapshots().open(sequence); shared.trees().heldBy(holder).release();");
    }
  },
  /** A table that has lost more of its entries since is taken for the same. */
  OLD_VECTOR_OF_A_SHARED_TABLE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "follow/ConcurrentReader",
              "known != null && Objects.equals(known.meta().vector(), meta.vector())",
              "known != null");
    }
  },
  /** What the log holds is kept where the log was given up and is read anew further on. */
  LOG_NOT_BEGUN_ANEW {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("follow/LogTail", "|| at.end() < manifest.logFloor()", "");
    }
  },
  /** Whatever is missing is taken for damage, though the writer has only moved on. */
  NO_SECOND_LOOK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("follow/LiveManifest", "if (again || looks >= LOOKS_MAX) {", "if (true) {");
    }
  },
  /** However often it begins again, a look goes for the log's end of now. */
  LOG_CHASED(FullSpeedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "follow/LogTail",
              "farEnough = Math.min(enough, from.horizon());",
              "farEnough = Long.MAX_VALUE;");
    }
  },
  /** What was read while another copy was put in its place is shown. */
  COPIES_MIXED_IN_ONE_LOOK(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STATE, "return lineage.equals(other.lineage)\n", "return true\n");
    }
  },
  /** Tables of another copy are taken for those of the same numbers. */
  TABLES_BY_THEIR_NUMBERS(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STORE, "if (!now.equals(lineage)) {", "if (now == null) {");
    }
  },
  /** Value files of another copy are, by those whose tables are still held. */
  VALUE_FILES_BY_THEIR_NUMBERS(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/OpenTables",
              "values = new ConcurrentHashMap<>();",
              "values = new java.util.concurrent.ConcurrentSkipListMap<>("
                  + "java.util.Comparator.comparingLong(ValueFileMeta::number));");
    }
  },
  /** The log of another copy is read on where that of this one was left. */
  LOG_OF_ANOTHER_COPY(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "return manifest.lineage().equals(later.lineage())",
              "return true");
    }
  },
  /** A manifest of the same number and length is taken for the same. */
  ONLY_LENGTHS_AT_A_GLANCE(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "follow/LiveManifest",
              " + \" \" + Arrays.hashCode(head);",
              " + \" \" + head.length;");
    }
  },
  /** A reader goes on with whatever copy lies there. */
  COPIES_NOT_TOLD_APART(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STATE, "lineage.copy() == later.lineage.copy()", "true");
    }
  },
  /** Restored stores and checkpoints have no numbers of their own, and openings none either. */
  COPIES_WITHOUT_NUMBERS(ReplacedHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("version/EditEntry", "return new Lineage(random.nextLong(), 0);", ZERO)
          .replace("version/EditEntry", "return new Lineage(copy, random.nextLong());", ZERO);
    }
  };

  private static final String STORE = "follow/ConcurrentReader";
  private static final String ZERO = "return new Lineage(0, 0);";
  private static final String STATE = "version/ManifestState";

  private final Class<?> hunt;

  BesideBug() {
    this(BesideHunt.class);
  }

  BesideBug(Class<?> hunt) {
    this.hunt = hunt;
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
