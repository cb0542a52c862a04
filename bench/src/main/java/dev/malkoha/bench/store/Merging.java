package dev.malkoha.bench.store;

import java.nio.ByteOrder;

/** Writes that change a value without reading it, as {@link MergeKind} says. */
@FunctionalInterface
public interface Merging {

  /** Merges an operand into a key's value, logged and not forced. */
  void merge(byte[] key, byte[] operand);

  /** The order of the bytes of numbers, in operands and in values. */
  default ByteOrder order() {
    return ByteOrder.BIG_ENDIAN;
  }
}
