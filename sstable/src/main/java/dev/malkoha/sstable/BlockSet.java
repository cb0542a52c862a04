package dev.malkoha.sstable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A set of block numbers that only grows. Safe for use by many threads, without a lock. */
final class BlockSet {

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;

  /** An empty set of numbers below a count. */
  BlockSet(int count) {
    words = new long[(count + Long.SIZE - 1) / Long.SIZE];
  }

  boolean contains(int number) {
    return (words[number / Long.SIZE] >>> number & 1) != 0;
  }

  void add(int number) {
    WORD.getAndBitwiseOr(words, number / Long.SIZE, 1L << number);
  }
}
