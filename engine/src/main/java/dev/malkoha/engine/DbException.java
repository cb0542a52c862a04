package dev.malkoha.engine;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything the store throws for reasons other than a misused argument ({@link
 * IllegalArgumentException}, {@link NullPointerException}) or a closed handle ({@link
 * IllegalStateException}). Messages name files and offsets, never key or value bytes.
 */
public abstract sealed class DbException extends RuntimeException
    permits DbCorruptionException,
        DbFormatException,
        DbIoException,
        DbLockedException,
        DbNotFoundException,
        DbSealedException,
        TransactionConflictException {

  private static final long serialVersionUID = 1L;

  DbException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
