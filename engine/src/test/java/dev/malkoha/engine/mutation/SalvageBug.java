package dev.malkoha.engine.mutation;

import dev.malkoha.tools.salvage.SalvageHunt;

/**
 * Bugs that a salvage must not have: what is lost and not told of, or hidden though it is there.
 */
enum SalvageBug implements Bug {
  /** A range delete that had ended hides what came after it. */
  STALE_RANGE_HIDES {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools("salvage/KeyspaceSalvage", "if (table.meta() != null) {", "if (true) {");
    }
  },
  /** A table that ends at a block's border is taken for a whole one. */
  BORDER_IS_THE_END {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools(
              "table/TableSalvage",
              "note(\"the file ends at offset \" + file.size() + \", before the end of its data\");",
              "hasEnded = true;");
    }
  },
  /** A manifest that was cut is taken for a whole one. */
  CUT_MANIFEST_IS_WHOLE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools(
              "salvage/ManifestSalvage",
              "end == reader.length() && end >= proven(directory, reader.number())",
              "end > 0")
          .replaceOfTools(
              "salvage/ManifestSalvage",
              "remains.isWhole() && isNewest(name, remains.state(), directory, notes)",
              "remains.isWhole()");
    }
  },
  /** A table that is gone is left out, without a word. */
  GONE_TABLE_IS_NOT_TOLD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools(
              "salvage/TableFinder",
              "found.keySet().removeAll(replaced);",
              "found.keySet().removeAll(replaced);"
                  + " found.values().removeIf(t -> t.meta != null && t.note == null);");
    }
  },
  /** Deletes come back where a sidecar cannot be read, without a word. */
  SIDECAR_IS_NOT_TOLD {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools(
              "salvage/DeadEntries",
              "notes.lost(table.keyspace(), from, to, name, problem +",
              "String.valueOf(\"\" + from + to + problem +");
    }
  },
  /** A salvage that was cut short leaves an empty store. */
  NEW_STORE_IS_NOT_MARKED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTools("salvage/SalvagedStore", "StoreFiles.mark(made);", "")
          .replaceOfTools("salvage/SalvagedStore", "made.delete(FileNames.UNFINISHED);", "");
    }
  };

  @Override
  public String hunt() {
    return SalvageHunt.class.getName();
  }
}
