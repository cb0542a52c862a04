package dev.malkoha.sstable;

import dev.malkoha.sstable.TableTrace.Outcome;
import dev.malkoha.sstable.TableTrace.Source;
import dev.malkoha.sstable.block.BlockSearch;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.index.BlockIndex;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One look into a table that goes the way of {@link TableReader#get} and notes what it meets. */
final class TableTracer {

  private final BlockIndex index;
  private final DataBlocks blocks;
  private final @Nullable DeletionVector vector;
  private final long tagBase;

  TableTracer(BlockIndex index, DataBlocks blocks, @Nullable DeletionVector vector, long tagBase) {
    this.index = index;
    this.blocks = blocks;
    this.vector = vector;
    this.tagBase = tagBase;
  }

  TableTrace trace(byte[] key, int offset, int length, long maxTag) throws IOException {
    long tagInFile = TableReader.tagInFile(maxTag, tagBase);
    int number = index.find(key, offset, length, tagInFile);
    if (number == index.count()) {
      return without(Outcome.NO_BLOCK, number, Source.FILE, 0);
    }
    Source source = blocks.source(number);
    if (isDead(number)) {
      blocks.countDeadSkipped(1);
      return without(Outcome.DEAD_BLOCK, number, source, 1);
    }
    byte[] block = blocks.copy(number);
    int position = BlockSearch.find(block, key, offset, length, tagInFile);
    return position < 0
        ? without(Outcome.NO_ENTRY, number, source, 0)
        : with(number, source, block, position);
  }

  private boolean isDead(int block) {
    return vector != null
        && vector.nextLive(index.firstOrdinal(block)) >= index.firstOrdinal(block + 1);
  }

  private TableTrace without(Outcome outcome, int block, Source source, int bitsChecked) {
    return new TableTrace(outcome, block, index.count(), source, bitsChecked, 0, new byte[0]);
  }

  private TableTrace with(int number, Source source, byte[] block, int position) {
    long ordinal = (long) DataBlock.firstOrdinal(block) + position;
    boolean dead = vector != null && vector.isDead(ordinal);
    return new TableTrace(
        dead ? Outcome.DEAD_ENTRY : Outcome.FOUND,
        number,
        index.count(),
        source,
        vector == null ? 0 : 1,
        tagBase + DataBlock.tag(block, position),
        Arrays.copyOfRange(
            block, DataBlock.value(block, position), DataBlock.end(block, position)));
  }
}
