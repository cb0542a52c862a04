package dev.malkoha.engine.store;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.codec.CodecMissingException;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.wal.CorruptLogException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Turns what the lower modules throw into the public exceptions, at the edge of the engine. */
public final class Failures {

  private Failures() {}

  /** The public form of a failure. */
  public static DbException of(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof CorruptTableException || cause instanceof CorruptLogException) {
      return new DbCorruptionException(message, cause);
    }
    if (cause instanceof NoSuchFileException) {
      return new DbCorruptionException(
          "a file of the store is missing: " + message + "; restore the store from a backup",
          cause);
    }
    if (cause instanceof CodecMissingException) {
      return new DbFormatException(message, cause);
    }
    if (cause instanceof DirectoryLockedException) {
      return new DbLockedException(message, cause);
    }
    return new DbIoException(message, cause);
  }
}
