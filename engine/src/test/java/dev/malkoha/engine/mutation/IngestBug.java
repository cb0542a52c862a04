package dev.malkoha.engine.mutation;

import dev.malkoha.engine.beside.IngestBesideHunt;
import dev.malkoha.engine.crash.IngestCrashHunt;
import dev.malkoha.engine.model.IngestHunt;
import java.util.function.LongPredicate;

/** Bugs that ingestions must not have: they come past the log and the memtable. */
enum IngestBug implements Bug {
  /** What was ingested seems older than all else. */
  NUMBER_IS_NOT_APPLIED(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("version/Table", "return saysNone && haveOne", "return false && haveOne");
    }
  },
  /** The number is one that a write before has, too. */
  NUMBER_OF_THE_LAST_WRITE(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("ingest/Ingestions", "numbered(sequence).addTo", "numbered(sequence - 1).addTo")
          .replace("ingest/Ingestions", "table.numbered(sequence)", "table.numbered(sequence - 1)");
    }
  },
  /** The number of an ingestion is given out again, as no record of the log has it. */
  NUMBER_IS_NOT_LOGGED(IngestCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "commit/CommitPipeline",
              "long end = append(sequence, record.shares());",
              "long end = log.endPosition();");
    }
  },
  /** The edit may outlive the record of its number, and all that was written before. */
  NUMBER_IS_NOT_FORCED(IngestCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("commit/CommitPipeline", "force(end);\n        tree", "tree");
    }
  },
  /** What is in memtables hides what was ingested after it. */
  MEMTABLES_ARE_NOT_FLUSHED(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Tree",
              "return view().frozen().isEmpty() && active().isEmpty();",
              "return true;")
          .replace("ingest/Ingestions", "flush.accept(tree); // most of it while others write", "")
          .replace("ingest/Ingestions", "flush.accept(tree);\n      before =", "before =")
          .replace(
              "tree/Tree",
              "new ReadView(empty(before.active()), List.of(), version)",
              "new ReadView(before.active(), before.frozen(), version)");
    }
  },
  /** A table joins a level below one that has older entries of its keys. */
  BELOW_OLDER_ENTRIES(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "ingest/Ingestions", "return Math.max(0, level - 1);", "return Math.max(1, level);");
    }
  },
  /** A run of keys that a walk has found dead stays so, whatever is ingested into it. */
  DEAD_RUNS_ARE_NOT_CUT(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("range/DeadNow", "next = next.withoutAny(first, last);", "")
          .replace("range/DeadNow", "runs = runs.withoutAny(first, last);", "");
    }
  },
  /** Of runs that were sorted one by one, the first one has the last word. */
  FIRST_OF_A_KEY_COUNTS(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "ingest/TableSort",
              "run(forAWhile(UNTOLD), runs.size(), ",
              "run(forAWhile(UNTOLD), 1000 - runs.size(), ");
    }
  },
  /** Within a bufferful, too. */
  FIRST_OF_A_BUFFER_COUNTS(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "ingest/EntryBuffer",
              "Integer.compare(placeB, placeA)",
              "Integer.compare(placeA, placeB)");
    }
  },
  /** Among many of them, too. */
  FIRST_OF_MANY_COUNTS(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "ingest/EntryBuffer",
              "byHead != 0 ? byHead : compareKeys(placeA, placeB);",
              "byHead != 0 ? byHead : -1;");
    }
  },
  /** Of a key that both halves of a merge have, one is too much. */
  HALVES_OVERLAP(IngestHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/MergeJob", "source.compareKey(to) < 0", "source.compareKey(to) <= 0");
    }
  },
  /** A reader beside shows what came after an ingestion without it. */
  READER_MISSES_WHAT_JOINED(IngestBesideHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("follow/ConcurrentReader", " && !replay.hasMissed(later)) {", ") {");
    }
  },
  /** A reader beside shows the number of an ingestion, and later its entries at the same one. */
  READER_SHOWS_THE_NUMBER_TOO_EARLY(IngestBesideHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "return joins ? lastSequence - 1",
              "return false ? lastSequence - 1");
    }
  },
  /** A reader's memtables hold what came before an ingestion beside what came after. */
  READER_DOES_NOT_ROTATE(IngestBesideHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "missed.addLast(sequence);\n      if (activeBegin != null) {",
              "missed.addLast(sequence);\n      if (false) {");
    }
  };

  private final Class<? extends LongPredicate> hunt;

  IngestBug(Class<? extends LongPredicate> hunt) {
    this.hunt = hunt;
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
