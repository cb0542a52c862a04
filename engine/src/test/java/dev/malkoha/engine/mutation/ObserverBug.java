package dev.malkoha.engine.mutation;

import dev.malkoha.engine.observe.ObserverHunt;

/** Bugs that what a store tells of itself must not have. */
enum ObserverBug implements Bug {
  /** A listener hears everything twice. */
  TOLD_TWICE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "observe/Observer",
              "deliver(event, listener)));",
              "{ deliver(event, listener); deliver(event, listener); }));");
    }
  },
  /** A listener that fails keeps the others from hearing of it. */
  FAILURE_REACHES_OTHERS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "observe/Observer",
              "StoreLog.warn(store + \": a listener failed; the store goes on\", e);",
              "throw new AssertionError(e);");
    }
  },
  /** What is told at the end is told to nobody. */
  CLOSED_BEFORE_ALL_WAS_HEARD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("observe/Observer", "!delivery.await()", "false")
          .replace("observe/Observer", "StoreLog.await();", "");
    }
  },
  /** Only those that are timed count. */
  TIMED_ONES_ALONE_COUNT {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/TreeReads",
              "counts.add(what, more);",
              "if (shared.observer().begin(Operation.GET) != 0) {" + " counts.add(what, more); }");
    }
  },
  /** What an update reads counts nowhere. */
  UPDATES_READ_UNCOUNTED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/TreeReads",
              "long sequence = shared.snapshots().newest();",
              "count(Count.GETS, -1); long sequence = shared.snapshots().newest();");
    }
  },
  /** All of a batch counts in the keyspace that comes last in it. */
  BATCH_COUNTS_IN_ITS_LAST_KEYSPACE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "commit/CommitPipeline",
              "tree.counts().add(count(kind)",
              "trees.writtenTo(record.shares().getLast().keyspace()).counts().add(count(kind)");
    }
  },
  /** All but the first of a log's records count twice. */
  RECORDS_COUNT_TWICE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay", "recordsRead++;", "recordsRead += bytesRead == 0 ? 1 : 2;");
    }
  },
  /** A compaction that writes tells of what it has read. */
  READ_FOR_WRITTEN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("jobs/CompactionJobs", "way, read, written, took", "way, read, read, took");
    }
  },
  /** A run of the applier that has read blocks is not told of. */
  RUNS_THAT_READ_ARE_NOT_TOLD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/DeleteJobs",
              "tree.observer().end(span, (path, took) -> applied(path, result, refused.isEmpty(), took));",
              "if (result.blocksRead() == 0) { tree.observer().end(span, (path, took) -> applied(path, result, refused.isEmpty(), took)); }");
    }
  },
  /** A walk's every step is taken for one to an end. */
  STEPS_ARE_SCANS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "facade/StoreCursor",
              "case ON_ENTRY -> move(Walk::next, Place.AFTER_LAST);",
              "case ON_ENTRY -> find(Walk::next, Place.AFTER_LAST);");
    }
  };

  @Override
  public String hunt() {
    return ObserverHunt.class.getName();
  }
}
