package dev.malkoha.maps;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Whole numbers of any size: how long a number is, which orders numbers of one sign, and then its
 * two's complement. Lengths of negative numbers are complements, as longer ones are less.
 */
final class BigIntegerKey implements KeyCodec<BigInteger> {

  /** The length that a single byte tells at most. */
  private static final int SHORT_MAX = 126;

  private static final int ZERO = 0x80;
  private static final int LONG_POSITIVE = 0xFF;
  private static final int LONG_NEGATIVE = 0x00;

  @Override
  public void write(BigInteger key, ByteArrayOutputStream tuple) {
    byte[] bytes = key.toByteArray();
    boolean isNegative = key.signum() < 0;
    if (bytes.length <= SHORT_MAX) {
      tuple.write(isNegative ? ZERO - 1 - bytes.length : ZERO + bytes.length);
    } else {
      tuple.write(isNegative ? LONG_NEGATIVE : LONG_POSITIVE);
      int length = isNegative ? ~bytes.length : bytes.length;
      tuple.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    }
    tuple.writeBytes(bytes);
  }

  @Override
  public BigInteger read(ByteBuffer tuple) {
    int head = Byte.toUnsignedInt(tuple.get());
    boolean isNegative = head < ZERO;
    boolean isLong = head == LONG_POSITIVE || head == LONG_NEGATIVE;
    int length = isLong ? tuple.getInt() : head - ZERO;
    length = !isNegative ? length : isLong ? ~length : -1 - length;
    if (length < 1 || length > tuple.remaining() || isLong == length <= SHORT_MAX) {
      throw new CodecException("a whole number cannot have " + length + " bytes here");
    }
    byte[] bytes = new byte[length];
    tuple.get(bytes);
    BigInteger key = new BigInteger(bytes);
    if (key.signum() < 0 != isNegative || key.bitLength() / Byte.SIZE + 1 != length) {
      throw new CodecException("a whole number has another sign or length than is told");
    }
    return key;
  }
}
