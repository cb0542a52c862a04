package dev.malkoha.bench.store;

/** Reads that hand out no arrays of their own: what a store shows of its memory, or lends. */
public interface InPlace {

  /** The first byte of a key's value, from 0 to 255; negative if the key is absent. */
  int firstByte(byte[] key);

  /** Shows every entry, in the order of keys of at least eight bytes. */
  void scan(Sink sink);

  /** Is shown entries. */
  @FunctionalInterface
  interface Sink {

    /** One entry: its key's first eight bytes, and the first of its value. */
    void entry(long keyStart, int firstByte);
  }
}
