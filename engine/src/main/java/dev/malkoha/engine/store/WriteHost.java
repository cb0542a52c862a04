package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.write.CommitPipeline;

/** The store as the commit pipeline sees it: whether to write, where to, and how to go on. */
final class WriteHost implements CommitPipeline.Host {

  /** With the active one this bounds memtables to three times their size. */
  private static final int FROZEN_MAX = 2;

  private final StoreParts parts;
  private final Runnable checkOpen;
  private final Runnable checkFlushesGoOn;

  WriteHost(StoreParts parts, Runnable checkOpen, Runnable checkFlushesGoOn) {
    this.parts = parts;
    this.checkOpen = checkOpen;
    this.checkFlushesGoOn = checkFlushesGoOn;
  }

  @Override
  public void checkWritable() {
    checkOpen.run();
    parts.health().checkWritable();
  }

  @Override
  public MemTable active() {
    return parts.views().current().active();
  }

  @Override
  public boolean hasRoomToRotate() {
    return parts.views().current().frozen().size() < FROZEN_MAX;
  }

  @Override
  public void checkRoomWillCome() {
    checkFlushesGoOn.run();
  }

  @Override
  public void rotate(long logEnd) {
    parts.views().rotate(new MemTable(parts.hasher(), active().bytesUsed()), logEnd);
  }

  @Override
  public void seal(Throwable cause) {
    parts.health().seal(cause);
  }
}
