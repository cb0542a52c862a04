package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.DeleteCrashHunt;
import dev.malkoha.engine.model.DeleteHunt;
import dev.malkoha.engine.model.QueueHunt;
import dev.malkoha.engine.model.RaceHunt;
import dev.malkoha.engine.model.WalkHunt;
import java.util.function.LongPredicate;

/** Bugs that safe deletes must not have, as changes to the code that does not have them. */
enum DeletionBug implements Bug {
  /** An entry that is dead already counts as one that dies: its key leaves the filter again. */
  SECOND_REMOVAL(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("deletion/Marks", "if (!table.isDead(cursor.ordinal())) {", "if (true) {")
          .replace(
              "deletion/Marks",
              "if (!dead.add(mark & ORDINAL_MASK)) {",
              "if (!dead.add(mark & ORDINAL_MASK) && false) {");
    }
  },
  /** The same, and what is written down does not show it: only the filter in memory does. */
  SECOND_REMOVAL_IN_MEMORY(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return SECOND_REMOVAL
          .mutant()
          .replace(
              "deletion/VectorWriter",
              "TableDeletions after = after(",
              "TableDeletions after = vector.dead() == table.meta().deadEntries() ? before(table) : after(");
    }
  },
  /** A fingerprint leaves the filter although its key has another entry that lives. */
  REMOVAL_OF_A_LIVING_KEY(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("deletion/Marks", "if (end > before && !lives) {", "if (end > before) {");
    }
  },
  /** What a delete covers dies as soon as it is logged, and not once the delete is durable. */
  BIT_AHEAD_OF_THE_LOG(DeleteCrashHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/TreeJobs",
              "/** A tree has gone. */",
              "public void markAhead(Tree tree, byte[] key) throws java.io.IOException {"
                  + " of(tree).deletes().markAhead(key); }")
          .replace(
              "store/StoreWriter",
              "flushSoonWhatWaits(tree);\n    return afterCommit(logEnd, durability, timed);",
              "flushSoonWhatWaits(tree); boolean written = afterCommit(logEnd, durability, timed);"
                  + " if (kind == EntryKind.DELETE) { jobs.markAhead(tree, key); } return written;")
          .replace(
              "jobs/DeleteJobs",
              "private Set<Table> mark(Marks marks)",
              "public void markAhead(byte[] key) throws IOException { Version now = tree.versions().pin(tree);"
                  + " try {"
                  + " mark(Marks.ahead(now, key, tree.files().hasher())); } finally {"
                  + " now.release(); } } private Set<Table> mark(Marks marks)")
          .replace(
              "deletion/Marks", "/** The tables in which entries are to be marked. */", MARK_AHEAD);
    }
  },
  /** A flush joins range deletes, and the end of one that has none is lost. */
  OPEN_END_LOST_BY_A_JOIN(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "range/RangeTombstone",
              "return other.isOpen() || !endsAbove(other.to) ? other.to : to;",
              "return !endsAbove(other.to) ? other.to : to;");
    }
  },
  /** What dies in a compaction's inputs while it runs lives on in its outputs. */
  CLAIM_OF_A_MERGE_IGNORED(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("tree/Versions", "claimed.removeIf(Table::isBusy);", "");
    }
  },
  /** A compaction picks a table into which marks are being written. */
  CLAIM_FOR_MARKS_IGNORED(RaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/CompactionJobs",
              "table.isBusy() || others.contains(table.number())",
              "others.contains(table.number())");
    }
  },
  /** Tables are free again before their marks count. */
  CLAIM_GIVEN_UP_EARLY(RaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/DeleteJobs",
              "install(marks.byTable(claimed::contains));",
              "tree.versions().free(claimed); install(marks.byTable(claimed::contains));");
    }
  },
  /** What an open snapshot sees is marked all the same. */
  SNAPSHOT_IGNORED(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "entry/Versions",
              "&& stripes.of(EntryKind.sequence(tag)) == stripes.of(EntryKind.sequence(tombstone));",
              ";");
    }
  },
  /** What an open snapshot sees is cleared away for a range delete. */
  SNAPSHOT_IGNORED_BY_RANGES(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/ApplierPlan",
              "filter(range -> range.sequence() <= oldest)",
              "filter(range -> true)");
    }
  },
  /** The search for older copies ends with the first one. */
  ONLY_THE_FIRST_COPY(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/ApplierJob",
              "applyIn(tables.get(i), tombstone);",
              "applyIn(tables.get(i), tombstone); i = tables.size();");
    }
  },
  /** A table of level 0 does not look into older ones of level 0. */
  OLDER_TABLES_OF_LEVEL_0_SKIPPED(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/ApplierJob",
              "= version.runsBelow(step.table());",
              "= version.runsBelow(step.table()).stream().filter(run -> run.level() > 0).toList();");
    }
  },
  /** A delete dies although one of the entries it covers was rewritten meanwhile. */
  HALF_A_KEY_MARKED(RaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/Marks",
              ".allMatch(mark -> there.get(tableOf(mark)))",
              ".allMatch(_ -> true)")
          .replace(
              "deletion/Marks",
              "filter(table -> table.count() > 0)",
              "filter(table -> table.count() > 0 && isThere.test(table.table()))");
    }
  },
  /** A table that moves to the next level leaves its vector behind. */
  VECTOR_LOST_BY_A_MOVE(RaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "version/EditEntry", "if (vector != null) {", "if (vector != null && level < 1) {");
    }
  },
  /** A flush takes level 0 to hold nothing. */
  LEVEL_0_NOT_ASKED_BY_FLUSHES(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "version/Version",
              "Table table = run.tableFor(prefix, key);",
              "Table table = run.level() == 0 ? null : run.tableFor(prefix, key);");
    }
  },
  /** A range delete ends although it still covers something. */
  RANGE_ENDED_EARLY(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/ApplierPlan",
              "filter(range -> !mayCoverAnything(range, version))",
              "filter(range -> true)");
    }
  },
  /** A walk of an older snapshot leaps over what a later walk found dead. */
  LATER_RUN_BELIEVED(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/TreeReads",
              "shared.snapshots().dead(at, held.part.dead()),",
              "held.part.dead().runs(),");
    }
  },
  /** What a snapshot finds dead is told to readers of now. */
  RUN_OF_A_SNAPSHOT_BELIEVED(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "tree/TreeReads",
              "run -> learn(run, at, held.part)",
              "run -> learn(held.part.dead(), run, shared.snapshots().newest(),"
                  + " tree.view().active())");
    }
  },
  /** What a snapshot finds dead is told to readers of now, whatever was flushed since. */
  RUN_OF_AN_OLD_SNAPSHOT_BELIEVED(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("tree/TreeReads", "if (isAllActive) {", "if (then != null) {");
    }
  },
  /** What is put into a run stays dead. */
  PUT_NOT_CUT_OUT(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "commit/CommitPipeline",
              "case PUT, MERGE, PUT_UNTIL -> tree.dead().put(bytes, at.keyAt, at.keyLength);",
              "case PUT, MERGE, PUT_UNTIL -> {}");
    }
  },
  /** A cut leaves the key itself in what is left in front of it. */
  CUT_WITHOUT_THE_KEY(QueueHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "range/DeadRuns",
              "new DeadRun(cut.from(), key, hidden)",
              "new DeadRun(cut.from(), next, hidden)");
    }
  },
  /** A batch that deletes a range is believed to have deleted what it put there afterwards. */
  PUT_BEHIND_A_RANGE_DELETE_NOT_CUT_OUT(QueueHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("range/DeadNow", "next = left;", "")
          .replace("range/DeadNow", "if (runs != next) {", "if (runs.all().size() < 1) {");
    }
  },
  /** A run is believed though something was put into it since it was found. */
  RUN_KEPT_UNCHECKED(QueueHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("tree/TreeReads", "if (!written.hasPutSince(since, end, run)) {", "{");
    }
  },
  /** A run is believed that was found by a reader of other memtables. */
  RUN_OF_ANOTHER_VIEW_KEPT(QueueHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("tree/TreeReads", "tree.view().active() != written ||", "");
    }
  },
  /** Of an entry that was put again it is not told that it was put. */
  PUT_OF_A_KNOWN_KEY_NOT_SEEN(QueueHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("memtable/MemTable", "int key = arena.keyOf(entry);", "int key = entry;");
    }
  },
  /** A walk back that ends on an entry takes it to be part of the run that it has crossed. */
  RUN_FOUND_BACK_WITH_ITS_ENTRY(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/VisibleCursor",
              "entry ? keyBehind() : from",
              "entry ? Arrays.copyOf(key, keyLength) : from");
    }
  },
  /** A walk that ends on an entry takes it to be part of the run that it has crossed. */
  RUN_FOUND_WITH_ITS_ENTRY(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/VisibleCursor",
              "return entry ? Arrays.copyOf(key, keyLength) : keyBehind();",
              "return keyBehind();");
    }
  },
  /** A walk that goes on beyond an entry takes its start to be where the cursor first stood. */
  START_KEPT_OVER_AN_ENTRY(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("read/HiddenPath", "begin(null, STEPS);", "met = 0;");
    }
  },
  /** A leap goes to the far end of a run that is not around the key but in front of it. */
  RUN_IN_FRONT_TAKEN_FOR_AROUND(WalkHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "range/DeadRuns",
              "return reaching(runs.lowerEntry(key), key);",
              "var before = runs.lowerEntry(key); return before == null ? null : before.getValue();");
    }
  },
  /** Range deletes that are joined delete what was put between them. */
  RANGES_JOINED_UNDER_A_LATER_NUMBER(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/RangeReduction",
              "Math.min(last.sequence(), range.sequence())",
              "Math.max(last.sequence(), range.sequence())");
    }
  },
  /**
   * Range deletes are joined over a snapshot, which then misses what only the later one deletes.
   */
  RANGES_JOINED_OVER_A_SNAPSHOT(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/RangeReduction",
              "byStripe(ranges, snapshots).forEach",
              "byStripe(ranges, new long[0]).forEach");
    }
  },
  /** A merge that kept something for a snapshot says that it has left it out. */
  RANGE_APPLIED_BUT_FOR_A_SNAPSHOT(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("compaction/MergePlan", "Math.min(newest, snapshots[0])", "newest");
    }
  },
  /** A merge says that it has left out what range deletes cover that it never heard of. */
  RANGE_APPLIED_BUT_UNHEARD_OF(DeleteHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/CompactionJobs",
              "MergePlan.rangesApplied(pinned, open)",
              "tree.versions().underLock(() -> "
                  + "MergePlan.rangesApplied(tree.view().version(), open))");
    }
  };

  private static final String MARK_AHEAD =
      """
      public static Marks ahead(
          dev.malkoha.engine.version.Version now, byte[] key, dev.malkoha.filter.KeyHasher hasher)
          throws java.io.IOException {
        Marks marks = new Marks();
        long hash = hasher.hash(key, 0, key.length);
        long prefix = dev.malkoha.sstable.EntryOrder.prefix(key, 0, key.length);
        ApplierJob.Tombstone all = new ApplierJob.Tombstone(key, prefix, hash, -1L, 0);
        try (TableCursors cursors = new TableCursors()) {
          for (dev.malkoha.engine.version.SortedRun run : now.runs()) {
            Table table = all.tableIn(run);
            if (table != null) {
              marks.addKey(table, cursors.seek(table, key), key, hash, tag -> true);
            }
          }
        }
        marks.endKey();
        return marks;
      }

      /** The tables in which entries are to be marked. */""";

  private final Class<? extends LongPredicate> hunt;

  DeletionBug(Class<? extends LongPredicate> hunt) {
    this.hunt = hunt;
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
