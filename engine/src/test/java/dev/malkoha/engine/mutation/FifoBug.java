package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.FifoHunt;

/** Bugs that a keyspace that drops its oldest tables must not have. */
enum FifoBug implements Bug {
  /** The newest tables go first. */
  NEWER_BEFORE_OLDER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/FifoPicker",
              "List<TableMeta> all = shape.tables();",
              "List<TableMeta> all = shape.tables().reversed();")
          .replace("compaction/FifoPicker", "shape.deepestLevel()", "0");
    }
  },
  /** What was overwritten or deleted comes back from a deeper level. */
  DEEPER_LEVELS_LAST {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/FifoPicker",
              "List<TableMeta> all = shape.tables();",
              "List<TableMeta> all = shape.level(0).isEmpty() ? shape.tables() : shape.level(0);")
          .replace(
              "compaction/FifoPicker",
              "shape.deepestLevel()",
              "shape.level(0).isEmpty() ? shape.deepestLevel() : 0");
    }
  },
  /** A snapshot loses what it has seen. */
  SNAPSHOTS_LOSE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("jobs/CompactionJobs", ".filter(_ -> !tree.snapshots().isAnyOpen())", "")
          .replace("tree/Tree", " || snapshots().isAnyOpen()", "")
          .replace(
              "tree/Snapshots",
              "return isAnyOpen() ? Optional.empty()",
              "return newest() < 0 ? Optional.empty()");
    }
  },
  /** What was ingested is older than all else, by its level. */
  INGESTED_GO_FIRST {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("ingest/Ingestions", "if (tree.options().fifo() > 0) {", "if (false) {");
    }
  };

  @Override
  public String hunt() {
    return FifoHunt.class.getName();
  }
}
