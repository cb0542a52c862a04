package dev.malkoha.cli.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A key and its value as a line has them. */
final class Entry {

  private final byte[] key;
  private final byte[] value;

  Entry(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  /** An entry of the UTF-8 bytes of two texts. */
  static Entry of(String key, String value) {
    return new Entry(bytes(key), bytes(value));
  }

  /** Whether it is made of these two words. */
  boolean is(String wordOfKey, String wordOfValue) {
    return Arrays.equals(key, bytes(wordOfKey)) && Arrays.equals(value, bytes(wordOfValue));
  }

  /** A line as text. */
  static String decode(byte[] line) throws MalformedLineException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedLineException("not valid UTF-8");
    }
  }

  /** Bytes as text, whatever they are. */
  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
