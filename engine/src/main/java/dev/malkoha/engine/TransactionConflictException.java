package dev.malkoha.engine;

/**
 * Says that a transaction was not committed, as others have changed since it began what it was to
 * write, or if it is serializable, what it has read. Nothing of it is written; done once more, it
 * may well succeed: {@link Db#inTransaction} does so.
 */
public final class TransactionConflictException extends DbException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message that says what to do. */
  public TransactionConflictException(String message) {
    super(message, null);
  }
}
