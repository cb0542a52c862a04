package dev.malkoha.engine;

import java.util.List;

/**
 * The way of one look-up: every source that was asked for the key, in order, and its answer. A
 * source is a memtable, a level's table, or a level none of whose tables reaches as far as the key.
 *
 * <p>{@code toString()} is the way as text: its steps, the verdict and the counts. It shows no byte
 * of keys or values. Immutable. Applications may mock this interface, but not implement it: methods
 * will be added.
 */
public interface GetExplanation {

  /**
   * The sources and their answers in the words of a line each, first to last. The last one decided,
   * if any did.
   */
  List<String> steps();

  /** Whether the key has a value. */
  boolean isPresent();

  /** How many filters were asked. */
  int filtersAsked();

  /** How many of them said "absent": nothing was read of their tables. */
  int filtersAbsent();

  /** How many of them said "maybe" of a table that has no living entry of the key. */
  int falsePositives();

  /** How many blocks were read from files. */
  int blocksRead();

  /** How many blocks were found in the block cache. */
  int blocksFromCache();

  /** How many entries were looked up in deletion vectors. */
  int bitsChecked();
}
