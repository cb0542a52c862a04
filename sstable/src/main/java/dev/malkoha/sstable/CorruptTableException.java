package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.storage.CorruptFileException;
import org.jspecify.annotations.Nullable;

/**
 * Says that a table file is not what its writer wrote: which file, at which offset, what was
 * expected and what was found.
 */
public final class CorruptTableException extends CorruptFileException {

  private static final long serialVersionUID = 1L;

  private static final String ADVICE = "restore the store from a checkpoint or salvage it";

  /** Bytes of a key that are shown. */
  private static final int SHOWN = 16;

  private final String problem;

  /** The keys that the damaged block may hold, both inclusive; null if it is no data block. */
  private final byte @Nullable [] firstKey;

  private final byte @Nullable [] lastKey;

  CorruptTableException(String file, long offset, String problem) {
    this(file, offset, problem, null);
  }

  /** Damage that a format's reader found. */
  CorruptTableException(String file, long offset, MalformedBytesException cause) {
    this(file, offset, cause.problem(), cause);
  }

  /** Creates the exception with what is wrong at an offset of a file. */
  public CorruptTableException(
      String file, long offset, String problem, @Nullable Throwable cause) {
    super("table", file, offset, problem, ADVICE, cause);
    this.problem = problem;
    this.firstKey = null;
    this.lastKey = null;
  }

  private CorruptTableException(CorruptTableException found, byte[] firstKey, byte[] lastKey) {
    super(
        "table",
        found.file(),
        found.offset(),
        found.problem
            + " (its block may have keys from "
            + hex(firstKey)
            + " to "
            + hex(lastKey)
            + ", both included)",
        ADVICE,
        found.getCause());
    this.problem = found.problem;
    this.firstKey = firstKey;
    this.lastKey = lastKey;
  }

  private static String hex(byte[] key) {
    String shown = HexFormat.of().formatHex(key, 0, Math.min(key.length, SHOWN));
    return key.length > SHOWN ? shown + "..." : shown;
  }

  /**
   * The same damage, of a data block.
   *
   * @param firstKey at or below all keys of the block
   * @param lastKey at or above them
   */
  CorruptTableException inBlock(byte[] firstKey, byte[] lastKey) {
    return new CorruptTableException(this, firstKey, lastKey);
  }

  /** Whether a data block is damaged: then it is known which keys that may concern. */
  public boolean hasKeys() {
    return firstKey != null;
  }

  /** A key at or below all that the damaged block has, see {@link #hasKeys}. */
  public byte[] firstKey() {
    return Objects.requireNonNull(firstKey, "the damage is not in a data block").clone();
  }

  /** A key at or above all that the damaged block has, see {@link #hasKeys}. */
  public byte[] lastKey() {
    return Objects.requireNonNull(lastKey, "the damage is not in a data block").clone();
  }
}
