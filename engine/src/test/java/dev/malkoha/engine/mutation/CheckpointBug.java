package dev.malkoha.engine.mutation;

import dev.malkoha.engine.checkpoint.CheckpointHunt;
import dev.malkoha.engine.checkpoint.CheckpointRaceHunt;
import java.util.function.LongPredicate;

/**
 * Bugs that checkpoints must not have, as changes to the code without them: half of a moment,
 * something that goes before it is copied, or a store that a power cut takes away again.
 */
enum CheckpointBug implements Bug {
  /** Tables may hold what was written after the end of the log that is copied. */
  LOG_END_TAKEN_BEFORE_THE_MANIFEST(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              JOB,
              "private final Shared shared;",
              "private final Shared shared; private long early; private long newest;")
          .replace(
              JOB,
              "Taken taken = UnfinishedStore.make(",
              "early = log.endPosition(); newest = shared.snapshots().newest();"
                  + " Taken taken = UnfinishedStore.make(")
          .replace(JOB, "private final long end;", "private long end;")
          .replace(JOB, "private final long sequence;", "private long sequence;")
          .replace(
              JOB,
              "logHold = log.hold(held.logFloor());",
              "logHold = log.hold(held.logFloor());"
                  + " end = Math.max(early, held.logFloor()); sequence = newest;");
    }
  },
  /** What is written since is copied, too, if its log record comes before the last one is read. */
  LOG_COPIED_UP_TO_ITS_END_BY_THEN(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(JOB, READ_LOG, "held.logFloor(), log.endPosition(), (position");
    }
  },
  /** A batch is in the log that is copied, and not counted yet. */
  END_READ_OUTSIDE_THE_COMMIT_LOCK(CheckpointRaceHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(JOB, "Locked.by(health.commitLock())", "Locked.by(new ReentrantLock())");
    }
  },
  /** Deletes that are applied meanwhile take sidecars away that the manifest of before names. */
  SIDECARS_NOT_HELD(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("version/Manifest", "sidecarHolds++;", "")
          .replace("version/Manifest", "sidecarHolds--;", "");
    }
  },
  /** Compactions take tables away before they are linked. */
  VERSIONS_NOT_RETAINED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(JOB, "shared.trees().hold(this, shared);", "")
          .replace(JOB, "shared.trees().letGo(this, shared.sections());", "");
    }
  },
  /** The same in all keyspaces that have a name, or as they are dropped. */
  VERSION_RETAINED_OF_THE_DEFAULT_KEYSPACE_ONLY(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace("tree/Trees", "trees().forEach(tree -> version(tree).retain());", FIRST_RETAINED)
          .replace(
              "tree/Trees", "trees().forEach(tree -> version(tree).release());", FIRST_RELEASED);
    }
  },
  /** The log goes on in segments that are still to be copied. */
  LOG_NOT_HELD(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              JOB, "logHold = log.hold(held.logFloor());", "logHold = log.hold(Long.MAX_VALUE);");
    }
  },
  /** What the default keyspace has in tables already counts as such of the others. */
  FLOOR_OF_THE_DEFAULT_KEYSPACE_FOR_ALL(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(JOB, "private final long end;", "private final long end; private long floor;")
          .replace(
              JOB,
              "logHold = log.hold(held.logFloor());",
              "logHold = log.hold(held.logFloor());"
                  + " var need = shared.trees().ofDefault().neededFrom(null);"
                  + " floor = need == null ? end : need.position();"
                  + " long last = need == null ? sequence : need.sequence();"
                  + " held.state().apply(java.util.List.of("
                  + "dev.malkoha.engine.version.EditEntry.Kind.LAST_SEQUENCE.of(last)));")
          .replace(JOB, READ_LOG, "floor, end, (position");
    }
  },
  /** The copied log is read from where the other one was needed: its positions begin anew. */
  FLOOR_OF_THE_OTHER_LOG(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(STATE, "kind == Kind.LOG_FLOOR || ", "");
    }
  },
  /** The tables of a keyspace that has gone are named, until there is another one of its name. */
  DROPPED_KEYSPACE_STILL_LISTED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              STATE,
              "private LogProof logProof = LogProof.NONE;",
              "private LogProof logProof = LogProof.NONE;"
                  + " private final Map<String, KeyspaceState> gone = new TreeMap<>();")
          .replace(
              STATE,
              "keyspaces.remove(number);",
              "keyspaces.remove(number); gone.put(dropped.id().name(), dropped);")
          .replace(
              STATE,
              "other.apply(entries);",
              "gone.forEach((name, of) -> { if (keyspace(name) == null) {"
                  + " entries.add(new EditEntry.Keyspace(of.id(), of.options()));"
                  + " entries.add(EditEntry.Kind.IN_KEYSPACE.of(of.id().number()));"
                  + " of.describeTo(entries); } });"
                  + " other.apply(entries);");
    }
  },
  /** The tables of a keyspace that is dropped meanwhile are left out, though it is named. */
  DROPPED_MEANWHILE_LEFT_OUT(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              JOB,
              "for (TableMeta table : keyspace.tables()) {",
              "for (TableMeta table : shared.trees().of(keyspace.id().number()) != null"
                  + " ? keyspace.tables() : List.<TableMeta>of()) {");
    }
  },
  /** What is damaged is copied as it is. */
  CHECKSUM_OF_A_COPY_NOT_COMPARED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              UNFINISHED, "return crc == file.crc32c();", "return crc == file.crc32c() || true;");
    }
  },
  /** A power cut takes the writes away that are in no table. */
  LOG_NOT_FORCED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(JOB, "copy.force(copy.endPosition());", "");
    }
  },
  /** A power cut takes the bytes away of what could not be linked. */
  COPIES_NOT_FORCED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace(UNFINISHED, "target.force();", "");
    }
  },
  /** A power cut damages the list. */
  LIST_NOT_FORCED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant().replace("checkpoint/FileList", "file.force();", "");
    }
  },
  /** A power cut leaves a store that opens, and its list may be missing. */
  CURRENT_BEFORE_THE_LIST(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(JOB, "current.putInForce(to.directory());\n      return list;", "return list;")
          .replace(
              JOB,
              "list.write(to.directory());",
              "current.putInForce(to.directory()); to.finish(); list.write(to.directory());")
          .replace(UNFINISHED, "to.finish();", "");
    }
  },
  /** A power cut leaves part of a checkpoint that nothing marks as such. */
  MARK_REMOVED_TOO_EARLY(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(JOB, "copyLog(state);", "copyLog(state); to.finish();")
          .replace(UNFINISHED, "to.finish();", "");
    }
  },
  /** A power cut brings the mark back after it was said that all is done. */
  END_OF_THE_MARK_NOT_FORCED(CheckpointHunt.class) {
    @Override
    public Mutant mutant() {
      return new Mutant()
          .replace(
              UNFINISHED,
              "to.finish();",
              "to.directory.force(); to.directory.delete(FileNames.UNFINISHED);");
    }
  };

  private static final String JOB = "checkpoint/Checkpoints";
  private static final String FIRST_RELEASED = "version(trees.getFirst()).release();";
  private static final String FIRST_RETAINED = "version(trees.getFirst()).retain();";
  private static final String UNFINISHED = "checkpoint/UnfinishedStore";
  private static final String STATE = "version/ManifestState";
  private static final String READ_LOG =
      "held.logFloor(),\n            end,\n            (position";

  private final Class<? extends LongPredicate> hunt;

  CheckpointBug(Class<? extends LongPredicate> hunt) {
    this.hunt = hunt;
  }

  @Override
  public String hunt() {
    return hunt.getName();
  }
}
