package dev.malkoha.engine.store;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.wal.CorruptLogException;
import java.io.IOException;

/** Turns what the lower modules throw into the public exceptions, at the edge of the engine. */
public final class Failures {

  private Failures() {}

  /** The public form of a failure. */
  public static DbException of(IOException cause) {
    String message = message(cause);
    if (cause instanceof CorruptTableException || cause instanceof CorruptLogException) {
      return new DbCorruptionException(message, cause);
    }
    if (FileRefusal.isMissingFileOfStore(cause)) {
      return new DbCorruptionException(
          "a file of the store is missing: " + message + "; restore the store from a backup",
          cause);
    }
    if (cause instanceof NoSpaceException) {
      return new DbNoSpaceException(
          message + "; what was to be written is not. Make room and try again", cause);
    }
    if (cause instanceof CodecMissingException) {
      return new DbFormatException(message, cause);
    }
    if (cause instanceof DirectoryLockedException) {
      return new DbLockedException(message, cause);
    }
    return new DbIoException(FileRefusal.words(cause, message), cause);
  }

  /** What a failure of any kind is, for a message about what it led to. */
  static String words(Throwable cause) {
    return message(cause instanceof IOException refused ? of(refused) : cause);
  }

  private static String message(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }
}
