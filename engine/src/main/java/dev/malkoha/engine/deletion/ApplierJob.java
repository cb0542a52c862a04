package dev.malkoha.engine.deletion;

import dev.malkoha.engine.compaction.SnapshotStripes;
import dev.malkoha.engine.deletion.ApplierStep.Pass;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of the delete applier: a sorted merge-join of a table's live deletes with all older
 * entries of their keys. It reads and finds; what it found is for others to write down.
 *
 * <p>Deletes are taken in chunks, in key order. A chunk's cost is known before anything older is
 * read: filters and indexes tell which blocks it needs. The cheap pass leaves dear chunks alone.
 */
public final class ApplierJob {

  /** Deletes that are weighed and applied together. */
  private static final int CHUNK = 512;

  /** A chunk is cheap with so many deletes, or more, for each block that must be read. */
  private static final int CHEAP_DELETES_PER_BLOCK = 8;

  /** Marks that one run may gather: 16 bytes each. */
  private static final int MARKS_MAX = 1 << 21;

  /** What bounds a run. */
  public interface Bounds {

    /** A run begins. */
    void begin();

    /** Pays for blocks read, and for the time it took; throws to end the run. */
    void pay(long blocks);

    /** Blocks that one run may read. */
    long blocksMax();
  }

  private final Pass pass;
  private final KeyHasher hasher;
  private final Bounds bounds;
  private final OlderSources sources;
  private final TableCursor cursor;
  private final Marks marks = new Marks();
  private final CopyFinder finder;
  private final BlockCount blockCount;

  private final List<Tombstone> chunk = new ArrayList<>();
  private byte @Nullable [] appliedKey;
  private long paidBlocks;
  private boolean leftDear;

  private ApplierJob(
      ApplierStep step, Version version, SnapshotStripes stripes, KeyHasher hasher, Bounds bounds) {
    this.pass = step.pass();
    this.hasher = hasher;
    this.bounds = bounds;
    this.sources = new OlderSources(version, step.table());
    this.cursor = step.table().tombstones();
    this.finder = new CopyFinder(sources, stripes, marks);
    this.blockCount = new BlockCount(sources);
  }

  /**
   * Runs a step.
   *
   * @param version holds the step's table; pinned by the caller
   */
  static ApplierResult run(
      ApplierStep step, Version version, SnapshotStripes stripes, KeyHasher hasher, Bounds bounds)
      throws IOException {
    bounds.begin();
    ApplierJob job = new ApplierJob(step, version, stripes, hasher, bounds);
    try {
      job.moveTo(step.from());
      return job.run();
    } finally {
      job.cursor.close();
      job.sources.close();
    }
  }

  private void moveTo(byte @Nullable [] from) throws IOException {
    if (from == null) {
      cursor.seekToFirst();
    } else {
      cursor.seek(from, 0, from.length, -1L);
    }
  }

  /** A run gets on by a chunk at least, however little it may read. */
  private ApplierResult run() throws IOException {
    for (boolean within = true; cursor.valid() && within; within = isWithinBounds()) {
      takeChunk();
      if (pass == Pass.ALL || isCheap()) {
        applyChunk();
      } else {
        leftDear = true;
      }
      bounds.pay(blocksRead() - paidBlocks);
      paidBlocks = blocksRead();
    }
    byte[] resumeAt = cursor.valid() ? KeyAt.copy(cursor) : null;
    return new ApplierResult(marks, resumeAt, leftDear, finder.hinderingSnapshots(), blocksRead());
  }

  private boolean isWithinBounds() {
    return blocksRead() < bounds.blocksMax() && marks.count() < MARKS_MAX;
  }

  private void takeChunk() throws IOException {
    chunk.clear();
    for (; cursor.valid() && chunk.size() < CHUNK; cursor.next()) {
      if (EntryKind.kind(cursor.tag()) == EntryKind.DELETE) {
        byte[] key = KeyAt.copy(cursor);
        long hash = hasher.hash(key, 0, key.length);
        chunk.add(Tombstone.of(key, hash, cursor.tag(), cursor.ordinal()));
      }
    }
  }

  private boolean isCheap() {
    return blockCount.toRead(chunk) * CHEAP_DELETES_PER_BLOCK <= chunk.size();
  }

  /** An older delete of a key that was just applied is already among the marks. */
  private void applyChunk() throws IOException {
    for (Tombstone tombstone : chunk) {
      if (!Arrays.equals(appliedKey, tombstone.key()) && finder.apply(tombstone)) {
        appliedKey = tombstone.key();
      }
    }
  }

  private long blocksRead() {
    return sources.blocksRead() + cursor.blocksRead();
  }
}
