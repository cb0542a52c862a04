package dev.malkoha.codec;

/**
 * Says that stored bytes do not follow their format, and in what; the reader of a file says which
 * file it is and what to do.
 */
public final class MalformedBytesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;

  /** Creates the exception with what is wrong. */
  public MalformedBytesException(String problem) {
    super(problem);
    this.problem = problem;
  }

  /** The same, found out by another exception. */
  public MalformedBytesException(String problem, Throwable cause) {
    super(problem, cause);
    this.problem = problem;
  }

  /** The fault, in words. */
  public String problem() {
    return problem;
  }
}
