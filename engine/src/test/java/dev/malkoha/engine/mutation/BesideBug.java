package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.BesideHunt;

/** Bugs that a reader beside a writer must not have, as changes to the code without them. */
enum BesideBug implements Bug {
  /** Tables of now are read at the number of before: what compactions dropped since is missing. */
  NEW_TABLES_AT_THE_OLD_NUMBER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              STORE,
              "Snapshots snapshots = new Snapshots(replay.shownSequence());",
              "Snapshots snapshots = new Snapshots("
                  + "before == null || before.manifest() == state"
                  + " ? replay.shownSequence() : before.sequence());");
    }
  },
  /** Every other time the log is not read on: tables may hold what was written after its end. */
  LOG_SHORT_OF_THE_TABLES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/LogTail", "private long records;", "private long records; private int calls;")
          .replace(
              "store/LogTail",
              "LogReplay to = into;",
              "LogReplay to = into; if (++calls % 2 == 0) { return into; }")
          .replace(STORE, " && later.logFloor() <= log.end()) {", ") {");
    }
  },
  /** Keyspaces of one moment beside writes of another. */
  KEYSPACES_NOT_LOOKED_AT_AGAIN {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STORE, "ids(later).equals(ids(state)) &&", "true &&");
    }
  },
  /** What is in tables leaves memtables that earlier moments are read from. */
  TABLES_OF_A_MOMENT_LET_GO_TOO_EARLY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("store/Moment", "return before > 0;", "return before > 0 && release(before);")
          .replace(
              "store/Moment",
              "  /** Takes a holder away. Never",
              "  private boolean release(int before) {"
                  + " holders.decrementAndGet(); return before > 0; }\n\n"
                  + "  /** Takes a holder away. Never");
    }
  },
  /** A table that has lost more of its entries since is taken for the same. */
  OLD_VECTOR_OF_A_SHARED_TABLE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/TableStock",
              "known != null && Objects.equals(known.vector(), vector)",
              "known != null");
    }
  },
  /** What the log holds is kept where the log was given up and is read anew further on. */
  LOG_NOT_BEGUN_ANEW {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/LogTail",
              "if (at == null || into == null || at.end() < manifest.logFloor()) {",
              "if (at == null || into == null) {");
    }
  },
  /** Whatever is missing is taken for damage, though the writer has only moved on. */
  NO_SECOND_LOOK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("version/SecondLook", "return again || ++looks >= LOOKS_MAX;", "return true;");
    }
  };

  private static final String STORE = "store/StoreBeside";

  @Override
  public String hunt() {
    return BesideHunt.class.getName();
  }
}
