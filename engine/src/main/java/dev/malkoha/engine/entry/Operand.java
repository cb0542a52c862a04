package dev.malkoha.engine.entry;

import module java.base;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.base.Limits;
import org.jspecify.annotations.Nullable;

/**
 * The value of an entry of kind {@link EntryKind#MERGE}, in memtables and tables.
 *
 * <pre>
 * value := reach varint, operand
 * </pre>
 *
 * An entry of sequence number s and reach r stands for all operands of its key from number s-r on,
 * its own among them; a plain one has reach 0. So a reader that has taken it goes on with the
 * newest version below s-r. The entries that it stands for may still be there, for readers of
 * before. See docs/format/table.md.
 */
public final class Operand {

  private Operand() {}

  /** The value of an entry that stands for operands as far back as a reach says. */
  public static byte[] encode(long reach, byte[] operand, int offset, int length) {
    byte[] start = new byte[Limits.REACH_BYTES_MAX];
    int begin = Bytes.putVarint(start, 0, reach);
    byte[] value = Arrays.copyOf(start, begin + length);
    System.arraycopy(operand, offset, value, begin, length);
    return value;
  }

  /** The same of a whole array. */
  public static byte[] encode(long reach, byte[] operand) {
    return encode(reach, operand, 0, operand.length);
  }

  /**
   * The sequence number of the first operand that an entry stands for.
   *
   * @throws DbCorruptionException if the value is none of an operand's
   */
  public static long first(long tag, byte[] value, int offset, int length) {
    long reach = reach(new ByteReader(value, offset, offset + length));
    long sequence = EntryKind.sequence(tag);
    if (reach < 0 || reach >= sequence) {
      throw damaged("its reach is " + reach + " at sequence number " + sequence, null);
    }
    return sequence - reach;
  }

  /** The operand of an entry, as an array of its own. */
  public static byte[] bytes(byte[] value, int offset, int length) {
    ByteReader in = new ByteReader(value, offset, offset + length);
    reach(in);
    return Arrays.copyOfRange(value, offset + length - in.remaining(), offset + length);
  }

  private static long reach(ByteReader in) {
    try {
      return in.readVarint();
    } catch (MalformedBytesException e) {
      throw damaged(String.valueOf(e.getMessage()), e);
    }
  }

  private static DbCorruptionException damaged(String problem, @Nullable Throwable cause) {
    return new DbCorruptionException(
        "an entry is no operand of a merge function: "
            + problem
            + "; restore the store from a checkpoint or salvage it",
        cause);
  }
}
