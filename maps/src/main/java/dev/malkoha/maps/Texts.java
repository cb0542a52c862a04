package dev.malkoha.maps;

import java.util.Arrays;

/**
 * Strings as bytes in the order of {@link String#compareTo}, which is that of their 16-bit units:
 * each unit has one to three bytes, as UTF-8 gives them to a code point. Below U+D800 this is
 * UTF-8. Of two surrogates each has three bytes, and a lone one does no harm.
 */
final class Texts {

  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;

  private Texts() {}

  static byte[] encode(String text) {
    byte[] bytes = new byte[Math.multiplyExact(3, text.length())];
    int n = 0;
    for (int i = 0; i < text.length(); i++) {
      int unit = text.charAt(i);
      if (unit < ONE_BYTE) {
        bytes[n++] = (byte) unit;
        continue;
      }
      if (unit < TWO_BYTES) {
        bytes[n++] = (byte) (0xC0 | (unit >> 6));
      } else {
        bytes[n++] = (byte) (0xE0 | (unit >> 12));
        bytes[n++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
      }
      bytes[n++] = (byte) (0x80 | (unit & 0x3F));
    }
    return Arrays.copyOf(bytes, n);
  }

  static String decode(byte[] bytes) {
    char[] units = new char[bytes.length];
    int n = 0;
    for (int at = 0; at < bytes.length; ) {
      int b = bytes[at];
      int length = b >= 0 ? 1 : (b & 0xE0) == 0xC0 ? 2 : (b & 0xF0) == 0xE0 ? 3 : bytes.length + 1;
      if (at + length > bytes.length) {
        throw new CodecException("byte " + at + " begins no character of a string");
      }
      units[n++] = (char) unit(bytes, at, length);
      at += length;
    }
    return new String(units, 0, n);
  }

  private static int unit(byte[] bytes, int at, int length) {
    int unit = length == 1 ? bytes[at] : bytes[at] & (0x3F >> (length - 1));
    for (int i = at + 1; i < at + length; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        throw new CodecException("byte " + i + " does not go on with a string's character");
      }
      unit = (unit << 6) | (bytes[i] & 0x3F);
    }
    if (length > 1 && unit < (length == 2 ? ONE_BYTE : TWO_BYTES)) {
      throw new CodecException("byte " + at + " begins a character in more bytes than it takes");
    }
    return unit;
  }
}
