package dev.malkoha.engine.mutation;

import dev.malkoha.engine.rival.RivalHunt;

/** Bugs that cost a store where several processes are after one directory. */
enum RivalBug implements Bug {
  /** What the directory holds is known from before the lock: by now it may be another's store. */
  NOT_LOOKED_AT_UNDER_THE_LOCK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(UNFINISHED, "requireOurs(to.disk, to.directory);", "to.directory.list();");
    }
  },
  /** Who fills a directory and who opens it do not exclude each other. */
  LOCK_OF_ITS_OWN {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              UNFINISHED,
              "directory, directory.lock(FileNames.LOCK)",
              "directory, directory.lock(\"FILLING\")")
          .replace(
              UNFINISHED,
              "|| name.equals(FileNames.LOCK)",
              "|| name.equals(FileNames.LOCK) || name.equals(\"FILLING\")")
          .replace(
              UNFINISHED, "directory.delete(FileNames.LOCK);", "directory.delete(\"FILLING\");");
    }
  },
  /** The lock is let go of while the mark is there, as if an attempt had been cut short. */
  LOCK_LET_GO_TOO_EARLY {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              UNFINISHED,
              "directory.delete(FileNames.UNFINISHED);\n    directory.force();",
              "lock.close();\n"
                  + "    directory.delete(FileNames.UNFINISHED);\n    directory.force();");
    }
  },
  /**
   * The end of a filling that was cut short is opened as if it were a store. The look before the
   * lock is a short one here: a whole one leaves hardly a gap.
   */
  MARK_NOT_LOOKED_FOR_UNDER_THE_LOCK {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              "opening/StoreOpener",
              "holdsStore(directory, wanted); // as somebody may have begun meanwhile",
              "directory.exists(FileNames.CURRENT);")
          .replace(
              "opening/StoreOpener",
              "    holdsStore(directory, wanted); // before the lock makes a file\n",
              "dev.malkoha.engine.recovery.StoreDirectory.refuseUnfinished(directory);"
                  + " dev.malkoha.engine.recovery.StoreDirectory.refuseForeign(directory);\n");
    }
  },
  /** Edits go to the manifest of a store that has been moved away or replaced. */
  REPLACED_DIRECTORY_NOT_NOTICED {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("version/Manifest", "directory.requireInPlace();", "");
    }
  };

  private static final String UNFINISHED = "checkpoint/UnfinishedStore";

  @Override
  public String hunt() {
    return RivalHunt.class.getName();
  }
}
