package dev.malkoha.engine.write;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;

/** What is written last, to those who read it. Any thread. */
public interface Newest {

  /** The newest published sequence number. */
  long visibleSequence();

  /**
   * What is dead at the newest sequence number, if it is the same before and after that is read.
   */
  DeadRuns deadRuns();

  /**
   * Keeps what a walk has found dead, unless something was put into it since. Where that cannot be
   * told soon, the run is left for a later walk to find.
   *
   * @param sequence the walk's sequence number
   * @param active the active memtable of the view that was in force when that number was read
   */
  void learn(DeadRun run, long sequence, MemTable active);
}
