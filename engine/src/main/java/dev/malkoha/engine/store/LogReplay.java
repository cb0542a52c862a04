package dev.malkoha.engine.store;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.wal.Log;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the records of a log back into memtables.
 *
 * <p>Sequence numbers must follow each other without a gap, from the one behind the last that is in
 * a table: a gap would be a lost write in front of one that was kept.
 */
public final class LogReplay implements Log.RecordHandler {

  private final KeyHasher hasher;
  private final long memTableBytes;
  private final Path path;
  private final List<FrozenMemTable> frozen = new ArrayList<>();
  private MemTable active;
  private long lastSequence;

  /**
   * Creates a replay.
   *
   * @param memTableBytes when a memtable is full
   * @param lastSequence the last that is in a table
   * @param path the store's, for messages
   */
  public LogReplay(KeyHasher hasher, long memTableBytes, long lastSequence, Path path) {
    this.hasher = hasher;
    this.memTableBytes = memTableBytes;
    this.lastSequence = lastSequence;
    this.path = path;
    this.active = new MemTable(hasher, 0);
  }

  @Override
  public void record(long position, byte[] buffer, int offset, int length) {
    try {
      long first = BatchFormat.firstSequence(buffer, offset, length);
      if (first != lastSequence + 1) {
        throw damaged(
            position, "a write numbered " + first + " follows one numbered " + lastSequence);
      }
      rotateWhenFull(position, BatchFormat.count(buffer, offset, length), length);
      BatchFormat.visit(buffer, offset, length, this::add);
    } catch (IllegalArgumentException e) {
      throw damaged(position, String.valueOf(e.getMessage()));
    }
  }

  private void rotateWhenFull(long position, int operations, int length) {
    boolean full = active.isFull(memTableBytes) || !active.fits(operations, length);
    if (full && !active.isEmpty()) {
      frozen.addFirst(new FrozenMemTable(active, position));
      active = new MemTable(hasher, active.bytesUsed());
    }
  }

  private void add(
      int kind, byte[] buffer, int keyOffset, int keyLength, int valueOffset, int valueLength) {
    long tag = EntryKind.tag(++lastSequence, kind);
    active.add(tag, buffer, keyOffset, keyLength, buffer, valueOffset, valueLength);
  }

  /** The first view of the opened store. */
  ReadView view(Version version) {
    return new ReadView(active, frozen, version);
  }

  long lastSequence() {
    return lastSequence;
  }

  private DbCorruptionException damaged(long position, String problem) {
    return new DbCorruptionException(
        "the log of "
            + path
            + " is damaged at position "
            + position
            + ": "
            + problem
            + "; restore the store from a backup",
        null);
  }
}
