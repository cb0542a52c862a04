package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.FilterHunt;

/** Bugs that compactions with a filter must not have. */
enum FilterBug implements Bug {
  /** A compaction changes values that a snapshot of meanwhile sees. */
  SNAPSHOTS_OF_MEANWHILE_LOSE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("jobs/CompactionJobs", "!job.decisions().areChanging()", "job != null");
    }
  },
  /** The filter is asked while a snapshot is open, and nobody looks for one at the end. */
  SNAPSHOTS_LOSE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "jobs/CompactionJobs",
              "return tree.snapshots().isAnyOpen()",
              "return tree.isDropped()")
          .replace(
              "tree/Snapshots",
              "return isAnyOpen() ? Optional.empty()",
              "return newest() < 0 ? Optional.empty()");
    }
  },
  /** What is older shows where a value was removed. */
  REMOVED_UNCOVERS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/MergeJob",
              "} else if (!decision.isKept() && !versions.coversNothing()) {",
              "} else if (!decision.isKept() && content == null) {");
    }
  },
  /** A whole compaction leaves out what lies at the bottom. */
  BOTTOM_IS_NOT_ASKED_ABOUT {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("compaction/CompactionPicker", "(asksAll || isUnclean", "(isUnclean");
    }
  },
  /** A value that expires is decided about with its time. */
  EXPIRY_IS_VALUE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/ValueSplit",
              "int at = entry.valueOffset() + Versions.expiryBytes(entry.tag());",
              "int at = entry.valueOffset();");
    }
  },
  /** A changed value lives for ever. */
  CHANGED_LIVE_FOR_EVER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/MergeJob",
              "values.addValue(entry, versions.outputTag(tag), value, openWriter());",
              "write(EntryKind.tag(EntryKind.sequence(tag), EntryKind.PUT), value);");
    }
  };

  @Override
  public String hunt() {
    return FilterHunt.class.getName();
  }
}
