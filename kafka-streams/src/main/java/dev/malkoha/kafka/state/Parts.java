package dev.malkoha.kafka.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** Cuts what need not be written in one batch into parts that surely fit the memory for it. */
final class Parts {

  /** The memory of an entry beside its key and its value, or less. */
  private static final int ENTRY_OVERHEAD_BYTES = 64;

  private Parts() {}

  /**
   * The parts, in order. Each holds at most {@code bytesMax} bytes, but at least one entry.
   *
   * @param bytes those of an entry's key and value
   */
  static <T> List<List<T>> of(Collection<T> entries, long bytesMax, ToLongFunction<T> bytes) {
    List<List<T>> parts = new ArrayList<>();
    List<T> part = new ArrayList<>();
    long size = 0;
    for (T entry : entries) {
      long added = bytes.applyAsLong(entry) + ENTRY_OVERHEAD_BYTES;
      if (!part.isEmpty() && size + added > bytesMax) {
        parts.add(part);
        part = new ArrayList<>();
        size = 0;
      }
      part.add(entry);
      size += added;
    }
    if (!part.isEmpty()) {
      parts.add(part);
    }
    return parts;
  }
}
