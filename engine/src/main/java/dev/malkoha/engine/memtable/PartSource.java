package dev.malkoha.engine.memtable;

/**
 * Where memtables have the arrays from that they grow by: all zero, and theirs alone. Any thread.
 */
public interface PartSource {

  /** Makes them when they are needed. */
  PartSource NEW =
      new PartSource() {
        @Override
        public byte[] bytes(int length) {
          return new byte[length];
        }

        @Override
        public int[] ints(int length) {
          return new int[length];
        }

        @Override
        public long[] longs(int length) {
          return new long[length];
        }
      };

  /** An array of a length. */
  byte[] bytes(int length);

  /** An array of a length. */
  int[] ints(int length);

  /** An array of a length. */
  long[] longs(int length);
}
