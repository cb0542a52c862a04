package dev.malkoha.engine.mutation;

import dev.malkoha.engine.model.PrefixHunt;

/** Bugs that filters of prefixes must not have. */
enum PrefixBug implements Bug {
  /** A prefix leaves the filter with any of its keys. */
  REMOVED_TOO_EARLY {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(SPANS, "if (lived && !lives) {", "if (lived) {");
    }
  },
  /** A prefix leaves the filter again when nothing of it has died. */
  REMOVED_TWICE {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(SPANS, "if (lived && !lives) {", "if (!lives) {");
    }
  },
  /** A prefix is taken to end before its last entry. */
  LAST_ENTRY_OF_A_PREFIX_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(SPANS, "noted.spans.add(end);", "noted.spans.add(end - 1);");
    }
  },
  /** A prefix is taken to begin with the first key that dies, whatever is in front of it. */
  FIRST_ENTRY_OF_A_PREFIX_FORGOTTEN {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(SPANS, "cursors.seek(table, prefix)", "cursors.seek(table, key)");
    }
  },
  /** A filter keeps a prefix of which the last key has died with a tombstone of another table. */
  PREFIX_KEPT {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "deletion/ApplierJob",
              "marks.prefixes.note(table, tombstone.key(), cursors, hasher);",
              "");
    }
  },
  /** A range that goes on behind its first prefix is taken to lie within it. */
  RANGE_OF_MANY_PREFIXES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              PROBE,
              "return range.intersect(KeyRange.prefix(prefix)).equals(range);",
              "return range.to() != null;");
    }
  },
  /** A filter is asked for a prefix by a rule that it was not made by. */
  OTHER_RULE_ASKED {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(PROBE, "!reader.properties().prefix().equals(rule) ||", "");
    }
  };

  private static final String SPANS = "deletion/PrefixSpans";
  private static final String PROBE = "version/SortedRun";

  @Override
  public String hunt() {
    return PrefixHunt.class.getName();
  }
}
