package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.range.DeadRun;
import dev.malkoha.engine.range.DeadRuns;
import dev.malkoha.engine.write.Newest;

/** The newest entries of a store that nobody writes to: what was found dead stays so. */
final class NothingNew implements Newest {

  private final long sequence;
  private volatile DeadRuns dead = DeadRuns.NONE;

  NothingNew(long sequence) {
    this.sequence = sequence;
  }

  @Override
  public long visibleSequence() {
    return sequence;
  }

  @Override
  public DeadRuns deadRuns() {
    return dead;
  }

  @Override
  public synchronized void learn(DeadRun run, long atSequence, MemTable active) {
    dead = dead.with(run);
  }
}
