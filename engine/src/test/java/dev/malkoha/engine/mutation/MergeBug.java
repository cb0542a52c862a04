package dev.malkoha.engine.mutation;

import dev.malkoha.engine.crash.MergeCrashHunt;
import dev.malkoha.engine.model.MergeHunt;

/** Bugs that merges must not have: an operand counts once, whoever has combined it. */
enum MergeBug implements Bug {
  /** A scan leaps over a key that an operand has revived. */
  OPERAND_IN_A_DEAD_RUN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "commit/CommitPipeline",
              "case PUT, MERGE, PUT_UNTIL -> tree.dead()",
              "case MERGE -> {}\n      case PUT, PUT_UNTIL -> tree.dead()");
    }
  },
  /** Operands become one though a snapshot sees only some of them. */
  COMBINED_ACROSS_A_SNAPSHOT {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "compaction/OperandMerge",
              "if (isWaiting() && versions.stripe() != stripe) {",
              "if (false) {");
    }
  },
  /** A key's fingerprint goes with a tombstone though an operand after it lives. */
  FILTER_FORGETS_A_MERGED_KEY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/Marks", "lives = true;", "lives |= !Versions.isOperand(cursor.tag());");
    }
  },
  /** What an operand stands for is counted once more. */
  REACH_IS_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "read/PointReader",
              "maxTag = EntryKind.firstTag(first) - 1;",
              "maxTag = found.tag - 1;");
    }
  },
  /** An operand is combined with one that a range delete has removed. */
  FOLDED_UNDER_A_RANGE {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("memtable/MemTable", "&& !isCovered(newest)", "");
    }
  },
  /** An operand at the bottom is as old as the value under it. */
  OPERAND_LOSES_ITS_NUMBER {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("entry/Versions", "!underRange && !isOperand(tag);", "!underRange;");
    }
  },
  /** What a snapshot sees goes into a value, as if nothing newer stood for it. */
  STOOD_FOR_AND_MERGED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("compaction/OperandMerge", "|| versions.isStoodFor(entry.tag())", "");
    }
  },
  /** An operand hides what is older, as a put does. */
  OPERAND_SHUTS {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "entry/Versions", "if (isOperand(tag)) {\n      first", "if (false) {\n      first");
    }
  },
  /** A crash has an operand counted once more that is in a table already. */
  REPLAYED_THOUGH_IN_A_TABLE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "recovery/LogReplay",
              "if (isCut || tree == null || !tree.isMissing(lastSequence)) {",
              "if (isCut || tree == null) {");
    }

    @Override
    public String hunt() {
      return MergeCrashHunt.class.getName();
    }
  };

  @Override
  public String hunt() {
    return MergeHunt.class.getName();
  }
}
