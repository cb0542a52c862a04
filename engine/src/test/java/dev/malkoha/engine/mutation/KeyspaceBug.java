package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.KeyspaceCrashHunt;
import dev.malkoha.engine.model.KeyspaceHunt;
import dev.malkoha.engine.model.KeyspaceJobsHunt;
import dev.malkoha.engine.model.MomentHunt;
import java.util.function.LongPredicate;

/** Bugs that keyspaces must not have: they share a log, a manifest and a sequence of numbers. */
enum KeyspaceBug implements Bug {
  /** The log is given back up to what the tree needs that was flushed, and not the others. */
  SEGMENT_FREED_TOO_EARLY(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/LogNeeds",
              "floor(tree -> tree.neededFrom(flushed.get(tree)));",
              "floor("
                  + "tree -> !flushed.containsKey(tree) ? null"
                  + " : tree.neededFrom(flushed.get(tree)));");
    }
  },
  /** A drop gives the log back as if nobody else needed it. */
  LOG_FREED_BY_A_DROP(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/Store",
              "writer.needs.without(tree);",
              "new MemTable.LogPlace("
                  + "writer.log.endPosition(), writer.needs.without(tree).sequence());");
    }
  },
  /** What another tree has in its active memtable does not count. */
  ACTIVE_MEMTABLE_NEEDS_NO_LOG(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/LogNeeds",
              "floor(tree -> tree.neededFrom(flushed.get(tree)));",
              "floor("
                  + "tree -> !flushed.containsKey(tree) && tree.oldestFrozen() == null ? null"
                  + " : tree.neededFrom(flushed.get(tree)));");
    }
  },
  /** A memtable is said to begin with its last record. */
  BEGIN_IS_THAT_OF_THE_LAST_RECORD(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("tree/Tree", "if (active().isEmpty()) {", "if (true) {");
    }
  },
  /** A batch is seen in its first keyspace before it is in the others. */
  BATCH_SEEN_KEYSPACE_BY_KEYSPACE(MomentHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "commit/CommitPipeline",
              "tree = trees.writtenTo(number);",
              "snapshots.publish(sequence); tree = trees.writtenTo(number);");
    }
  },
  /** A dropped keyspace's tables are closed and deleted though a cursor reads them. */
  FILES_GONE_UNDER_A_CURSOR(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Tree",
              "memory.letGo();\n    shared",
              "memory.letGo();\n    last.tables().forEach(t -> t.release());\n    shared");
    }
  },
  /** A table is named that is newer than what is durable of the log, which others still need. */
  LOG_NOT_FORCED_BEFORE_A_FLUSH(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("jobs/FlushJobs", "log.force(logEnd);", "log.forceFloor(floor.position());");
    }
  },
  /** What is in tables already is replayed once more. */
  FLUSHED_IS_REPLAYED(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("recovery/LogReplay", "return sequence > flushed;", "return true;");
    }
  },
  /** A keyspace is not asked what its own tables hold: another one's count. */
  FLUSHED_BY_ANOTHER_IS_NOT_REPLAYED(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "Math.max(keyspace.flushed(), later.lastSequence())",
              "later.flushed()");
    }
  },
  /** What was written to a dropped keyspace comes back, in the default one. */
  DROPPED_IS_REPLAYED(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "TreeReplay tree = trees.get(keyspace);",
              "TreeReplay tree = trees.getOrDefault(keyspace, trees.get(0L));");
    }
  },
  /** The number of a dropped keyspace is given out again once the manifest is rewritten. */
  NUMBER_GIVEN_OUT_TWICE(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "version/ManifestState",
              "numbers.forEach((kind, number) -> entries.add(kind.of(number)));",
              "numbers.forEach((kind, number) -> {"
                  + " if (kind != Kind.NEXT_KEYSPACE) { entries.add(kind.of(number)); } });");
    }
  },
  /** The same as long as the store is open. */
  NUMBER_GIVEN_OUT_AT_ONCE(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "version/ManifestState",
              "keyspaces.remove(number);",
              "keyspaces.remove(number); numbers.put(Kind.NEXT_KEYSPACE, keyspaces.lastKey() + 1);");
    }
  },
  /** A job that ran while its keyspace was dropped names what it made. */
  JOB_OUTLIVES_ITS_KEYSPACE(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Versions",
              "tree.checkNotDropped();\n          return change(",
              "return change(");
    }
  },
  /** A dropped keyspace is there again after a crash: its edit was not made. */
  DROP_IS_NOT_NOTED(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/Versions",
              "edit.add(EditEntry.Kind.DROP_KEYSPACE.of(tree.id().number()));",
              "");
    }
  },
  /** A dropped keyspace's deletion vectors are deleted while a job reads them. */
  SIDECAR_GONE_UNDER_A_JOB(KeyspaceJobsHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/DeleteJobs",
              "tree.versions().pinWithSidecars(tree);",
              "tree.versions().pin(tree);")
          .replace("jobs/DeleteJobs", "tree.versions().letSidecarsGo();", "");
    }
  },
  /** Work that finds the store closed, or its keyspace dropped, has failed. */
  WORK_FAILS_WITH_ITS_STORE(KeyspaceJobsHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "background/JobLine",
              "catch (GoneException e) {",
              "catch (GoneException e) {"
                  + " if (e.getMessage().matches(\".*(closed|dropped)\")) { progress.seal(e); }");
    }
  },
  /** Writers go on though the write buffer that keyspaces share is full. */
  SHARED_BUFFER_IS_NO_BOUND(KeyspaceJobsHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "resource/MemTableBudget", "return used >= capacity && isShared;", "return false;");
    }
  },
  /** A power cut keeps a drop, and loses what was written elsewhere before it. */
  DROP_OVERTAKES_THE_LOG(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/Store",
              "writer.sync();\n    MemTable.LogPlace floor",
              "MemTable.LogPlace floor");
    }
  },
  /** A power cut keeps a keyspace that was made, and loses what was written before. */
  CREATION_OVERTAKES_THE_LOG(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/Store",
              "writer.sync();\n    writer.versions.note(new EditEntry.Keyspace(id, wanted.given()));",
              "writer.versions.note(new EditEntry.Keyspace(id, wanted.given()));");
    }
  },
  /** A power cut keeps other options, and loses what was written before. */
  OPTIONS_OVERTAKE_THE_LOG(KeyspaceCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/Store",
              "writer.sync();\n    writer.versions.note(stored(writer.options, tree, changed));",
              "writer.versions.note(stored(writer.options, tree, changed));");
    }
  },
  /** Other options are in force as long as the store is open. */
  OPTIONS_ARE_NOT_STORED(KeyspaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "store/Store", "writer.versions.note(stored(writer.options, tree, changed));", "");
    }
  };

  private final Class<? extends LongPredicate> hunt;

  KeyspaceBug(Class<? extends LongPredicate> hunt) {
    this.hunt = hunt;
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
