package dev.malkoha.engine.mutation;

import dev.malkoha.engine.damage.OpenDamageHunt;

/** Verifications that a read leaves out. */
enum VerificationBug implements Bug {
  /** A get searches a block as it comes from the file. */
  GET_IS_NOT_VERIFIED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTables(
              BLOCKS,
              "fetch(handle, stored);\n    return stored;",
              "file.read(handle.offset(), stored, 0,"
                  + " handle.storedLength() + TableFormat.TRAILER_LENGTH);\n    return stored;");
    }
  },
  /** No block is verified. */
  NO_BLOCK_IS_VERIFIED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTables(
              BLOCKS,
              "int how = prove(handle, into);",
              "int how = into[handle.storedLength() + TableFormat.TRAILER_CODEC];");
    }
  },
  /** A block is verified when it is read for the first time, and never again. */
  VERIFIED_ONCE {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTables(
              BLOCKS,
              "int how = prove(handle, into);",
              "int how = seen.add(handle.offset()) ? prove(handle, into)"
                  + " : into[handle.storedLength() + TableFormat.TRAILER_CODEC];")
          .replaceOfTables(
              BLOCKS,
              "  private int fetch(",
              "  private final java.util.Set<Long> seen ="
                  + " java.util.concurrent.ConcurrentHashMap.newKeySet();\n\n"
                  + "  private int fetch(");
    }
  },
  /** A value in a file of its own is taken as it is. */
  VALUES_ARE_NOT_VERIFIED {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replaceOfTables(
              "value/ValueFileReader",
              "Frame.checkChecksum(computed, expected);",
              "if (computed == 0) { Frame.checkChecksum(computed, expected); }");
    }
  };

  private static final String BLOCKS = "block/BlockFile";

  @Override
  public String hunt() {
    return OpenDamageHunt.class.getName();
  }
}
