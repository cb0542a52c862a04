package dev.malkoha.cli;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.OpenStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which of a store's keyspaces a command is on. */
final class InKeyspace {

  private static final String DEFAULT = "default";

  @Option(
      names = "--keyspace",
      paramLabel = "NAME",
      description = "The keyspace of the store; without it, the one named default.")
  private @Nullable String name;

  InKeyspace() {}

  /** The name that was given; null if none was. */
  @Nullable String name() {
    return name;
  }

  /**
   * The keyspace, which must be there: a name that is mistyped is to make none.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  Keyspace of(Db db) {
    require(db, wanted());
    return db.keyspace(wanted());
  }

  /** The keyspace of a store that may be one that is only read, as {@link #of(Db)} has it. */
  KeyspaceReads of(OpenStore db) {
    require(db, wanted());
    return db.keyspace(wanted());
  }

  /**
   * The keyspace; it is made where there is none, and the terminal told, as a name may be mistyped.
   */
  Keyspace ofOrNew(Db db, Terminal terminal) {
    String wanted = wanted();
    boolean isNew = !db.keyspaces().contains(wanted);
    Keyspace keyspace = db.keyspace(wanted);
    if (isNew) {
      terminal.tell("malkoha: made a new keyspace '" + wanted + "'");
    }
    return keyspace;
  }

  private String wanted() {
    return name == null ? DEFAULT : name;
  }

  /** Throws unless there is a keyspace of a name. */
  static void require(OpenStore db, String name) {
    if (!db.keyspaces().contains(name)) {
      throw new IllegalArgumentException(
          "there is no keyspace '" + name + "'; there are: " + String.join(", ", db.keyspaces()));
    }
  }
}
