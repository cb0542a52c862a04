package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.MarkHunt;

/** Bugs that marks must not have: an opening shows what the last one saw, and nothing else. */
enum MarkBug implements Bug {
  /** The log is replayed past the mark. */
  REPLAYED_PAST_THE_MARK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("recovery/LogReplay", "first > newest || manifest.isCut(first)", "false");
    }
  },
  /** A table stays that is newer than the mark. */
  A_FLUSH_MAKES_IT_STAY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "opening/TakingBack",
              "if (table.meta().largestSequence() > mark) {",
              "if (table.meta().smallestSequence() <= mark"
                  + " && table.meta().largestSequence() > mark) {");
    }
  },
  /** A table goes as a whole of which the mark saw a part. */
  WHAT_THE_MARK_SAW_GOES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "opening/TakingBack",
              "if (table.meta().smallestSequence() <= mark) {",
              "if (false) {");
    }
  },
  /** A table that was written across the mark stays as it is. */
  WRITTEN_ACROSS_AND_KEPT {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("opening/TakingBack", "EntryKind.sequence(source.tag()) > newest", "false");
    }
  },
  /** An operand of a table across the mark is merged into what a range delete covers. */
  MERGED_OVER_A_RANGE_DELETE {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("opening/StoreOpener", ".withoutMerges()", "");
    }
  },
  /** A range delete of after the mark stays in force. */
  RANGE_DELETE_STAYS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("opening/TakingBack", ".filter(range -> range.sequence() > mark)", ".limit(0)");
    }
  },
  /** The manifest names a mark whose record, and what it saw, a power cut takes away. */
  SEEN_BEFORE_ITS_DATA {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("mark/HeldMarks", "log.force(log.endPosition());", "log.forceFloor(0);");
    }
  },
  /** A flush names a mark of which its tables do not have all. */
  NAMED_WITHOUT_ITS_DATA {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("mark/HeldMarks", "atFreezes.getOrDefault(logEnd, durable)", "newest");
    }
  },
  /** The log forgets a mark that was made after the freeze, and that no flush names. */
  FORGOTTEN_BY_A_FLUSH {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/LogNeeds",
              "return marks.isOn() ? floor.orEarlier",
              "return false ? floor.orEarlier");
    }
  },
  /** A flush drops what the mark sees that it names: a newer one came since the freeze. */
  NAMED_BUT_NOT_HELD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "mark/HeldMarks",
              "atFreezes.computeIfAbsent(logEnd, _ -> pinNewest());",
              "atFreezes.computeIfAbsent(logEnd, _ -> new Held(newest.mark, pinNow()));"
                  + " close.accept(atFreezes.get(logEnd).pin.at());");
    }
  },
  /** Flushes, compactions and the applier take away what a durable mark sees. */
  NOTHING_IS_HELD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "mark/HeldMarks",
              "shared.snapshots().settle(first.sequence());",
              "shared.snapshots().settle(first.sequence()); close.accept(newest.pin.at()); close.accept(durable.pin.at());");
    }
  },
  /** A delete is applied though a durable mark is older. */
  APPLIED_BEYOND_THE_MARK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/DeleteJobs",
              "SnapshotStripes stripes = new SnapshotStripes(tree.snapshots().sequences());",
              "SnapshotStripes stripes = new SnapshotStripes(new long[0]);")
          .replace(
              "jobs/DeleteJobs",
              "plan.next(version, tree.snapshots().sequences()));",
              "plan.next(version, new long[0]));")
          .replace(
              "jobs/DeleteJobs",
              "long[] snapshots = tree.snapshots().sequences();\n    return !plan",
              "long[] snapshots = new long[0];\n    return !plan");
    }
  },
  /** The next opening replays what the one before has taken back. */
  CUT_COMES_BACK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "opening/StoreOpener", "edit.add(new EditEntry.Cut(mark.sequence(), last));", "");
    }
  },
  /** A new manifest forgets what was taken back. */
  CUT_IS_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("version/ManifestState", "entries.addAll(cuts);", "");
    }
  },
  /** The log goes, and with it the last mark. */
  MARK_GOES_WITH_THE_LOG {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("jobs/LogNeeds", "new ArrayList<>(mark)", "new ArrayList<>()");
    }
  },
  /** Marks count again that an opening past them has ended. */
  ENDED_MARKS_COUNT_AGAIN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "opening/StoreOpener",
              "if (replay.isMarked() || state.mark() != null) {",
              "if (false) {");
    }
  },
  /** What joins after a mark leaves with the next opening. */
  INGESTION_IS_TAKEN_BACK {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("ingest/Ingestions", "edit.addAll(marks.edit(sequence));", "");
    }
  };

  @Override
  public String hunt() {
    return MarkHunt.class.getName();
  }
}
