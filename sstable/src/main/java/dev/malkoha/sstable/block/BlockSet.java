package dev.malkoha.sstable.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A set of block numbers that only grows. Safe for use by many threads, without a lock. */
public final class BlockSet {

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;

  /** An empty set of numbers below a count. */
  public BlockSet(int count) {
    words = new long[(count + Long.SIZE - 1) / Long.SIZE];
  }

  /** Whether a number is in it. */
  public boolean contains(int number) {
    return (words[number / Long.SIZE] >>> number & 1) != 0;
  }

  /** Adds a number. */
  public void add(int number) {
    WORD.getAndBitwiseOr(words, number / Long.SIZE, 1L << number);
  }
}
