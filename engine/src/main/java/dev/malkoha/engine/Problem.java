package dev.malkoha.engine;

/**
 * A problem of a store that can be read nevertheless: its kind, the file that has it, and a
 * sentence for people. Immutable.
 */
public final class Problem {

  /** The kinds of problems. */
  public enum Kind {
    /** The log ends early, or has records that cannot be reached: the last writes may be lost. */
    LOG,
    /** The manifest ends early: the last changes of tables and keyspaces may be lost. */
    MANIFEST,
    /** A file that the store does not know. An opening for writing sets it aside. */
    UNKNOWN_FILE,
    /** A table's filter is of no use: reads of absent keys are slower. */
    FILTER,
    /** It is unknown which entries of a table are deleted: deleted keys are among the others. */
    DELETES,
    /** A damaged table or value file: reads of what it holds fail. */
    DAMAGE,
    /**
     * A merge function or a compaction filter fails in background work: entries stay as they are.
     */
    FUNCTION
  }

  private final Kind kind;
  private final String file;
  private final String sentence;

  private Problem(Kind kind, String file, String sentence) {
    this.kind = kind;
    this.file = file;
    this.sentence = sentence;
  }

  /** A problem that is told by a sentence whose first word is the file's name. */
  public static Problem of(Kind kind, String sentence) {
    return new Problem(kind, sentence.substring(0, sentence.indexOf(' ')), sentence);
  }

  /** A problem with a file, which is named as in the store's directory. */
  public static Problem of(Kind kind, String file, String sentence) {
    return new Problem(kind, file, sentence);
  }

  public Kind kind() {
    return kind;
  }

  /** The file's name in the directory of the store; empty if it is about none. */
  public String file() {
    return file;
  }

  /** The sentence. */
  @Override
  public String toString() {
    return sentence;
  }
}
