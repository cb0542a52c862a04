package dev.malkoha.engine.mutation;

import dev.malkoha.engine.share.SharingHunt;

/** Bugs that what stores share must not have. */
enum ResourceBug implements Bug {
  /** A frozen memtable's memory may be used by the next one, too. */
  FROZEN_IS_FREE(
      "resource/TreeShare",
      "          frozen.addLast(active);\n",
      "          if (1 > 0) return;\n          frozen.addLast(active);\n"),
  /** What a flush frees does not come back. */
  FLUSHED_STAYS(
      "resource/TreeShare", "frozen.removeFirst();", "frozen.addLast(frozen.removeFirst());"),
  /** What a sealed store holds counts until it is closed. */
  SEALED_STORE_KEEPS("resource/BudgetAccount", "if (over && !isOver) {", "if (over && isOver) {"),
  /** One file more is open than may be. */
  ONE_FILE_MORE(
      "resource/OpenFileCap", "while (open.size() >= most) {", "while (open.size() > most) {"),
  /** A file that was closed for others is taken for open. */
  CLOSED_FILE_IS_READ(
      "resource/OpenFileCap",
      "      ReadableFile file = open;\n      open = null;\n      if (file != null) {\n        try {",
      "      ReadableFile file = open;\n      if (file != null) {\n        try {"),
  /** A file that lost its place is never opened again. */
  NOT_OPENED_AGAIN(
      "resource/OpenFileCap",
      "        file = opener.run();\n",
      "        if (size >= 0) throw new IOException(name);\n"),
  /** A file closed for good keeps its place. */
  PLACE_IS_KEPT(
      "resource/OpenFileCap",
      "      remove(this);\n      if (file != null) {\n        file.close();\n      }",
      "      if (file != null) {\n        file.close();\n      }"),
  /** A memtable's memory is used again while a cursor reads it. */
  USED_UNDER_A_CURSOR("read/ReadView", "    memTables.forEach(MemTable::retain);\n", "") {
    @Override
    public Mutant mutant() {
      return super.mutant()
          .replace("read/ReadView", "    memTables.forEach(MemTable::release);\n", "");
    }
  },
  /** An entry begins with the newer one of the entry that had its place before. */
  ARRAY_IS_NOT_CLEARED("memtable/UsedParts", "Arrays.fill(ints, 0);", "{}"),
  /** A tree begins with the keys of the one that had its leaf before. */
  LEAF_IS_NOT_EMPTIED("memtable/UsedParts", "leaf.empty();", "{}");

  private final String file;
  private final String passage;
  private final String by;

  ResourceBug(String file, String passage, String by) {
    this.file = file;
    this.passage = passage;
    this.by = by;
  }

  @Override
  public Mutant mutant() {
    return new Mutant().replace(file, passage, by);
  }

  @Override
  public String hunt() {
    return SharingHunt.class.getName();
  }
}
