package dev.malkoha.sstable;

import java.util.Arrays;

/** An entry of the model: compared and equal by key and tag, as a table compares it. */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Entry(byte[] key, long tag, byte[] value) implements Comparable<Entry> {

  public static Entry of(String key, long tag, String value) {
    return new Entry(bytes(key), tag, bytes(value));
  }

  static byte[] bytes(String text) {
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
    return bytes;
  }

  @Override
  public int compareTo(Entry other) {
    int byKey = Arrays.compareUnsigned(key, other.key);
    return byKey != 0 ? byKey : Long.compareUnsigned(other.tag, tag);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Long.hashCode(tag);
  }

  @Override
  public String toString() {
    return "key of " + key.length + " bytes " + Arrays.hashCode(key) + " tag " + tag;
  }
}
