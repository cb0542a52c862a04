package dev.malkoha.tools.table;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.DataBlocks;
import dev.malkoha.sstable.Footer;
import dev.malkoha.sstable.TableParts;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.DataBlock;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A table of whose file anything may be damaged: its sound data blocks, one after another. They are
 * found by the index where that is sound, else by their checksums ({@link BlockScan}). One thread.
 */
public final class TableSalvage implements Closeable {

  /** Is told of entries that are lost. */
  public interface Losses {

    /**
     * Entries may be missing between two keys; of these keys, too, as versions of one may lie in
     * two blocks.
     *
     * @param after the last key found before; null if there is none
     * @param before the next key found; null if there is none
     * @param problem why, in words
     */
    void lost(byte @Nullable [] after, byte @Nullable [] before, String problem);
  }

  private final ReadableFile readable;
  private final BlockFile file;
  private final @Nullable TableParts parts;

  /** Why the index or what leads to it cannot be read; empty if it can. */
  private final String problem;

  // What follows is of the walk.
  private final @Nullable DataBlocks blocks;
  private final BlockScan scan;
  private int number;
  private long offset = Frame.HEADER_BYTES;
  private long ordinal;
  private boolean hasEnded;
  private String damage = "";

  private TableSalvage(
      ReadableFile readable, long fileId, @Nullable TableParts parts, String problem) {
    this.readable = readable;
    this.file = new BlockFile(readable, fileId);
    this.parts = parts;
    this.problem = problem;
    this.scan = new BlockScan(file);
    this.blocks = parts == null ? null : new DataBlocks(parts, new BlockCache(0));
  }

  /**
   * Begins with a file.
   *
   * @param file closed with this
   * @param fileId that the table was written with: see {@link #fileId}
   */
  public static TableSalvage open(ReadableFile file, long fileId) throws IOException {
    try {
      return new TableSalvage(file, fileId, TableParts.read(file, fileId), "");
    } catch (CorruptTableException e) {
      return new TableSalvage(file, fileId, null, String.valueOf(e.getMessage()));
    }
  }

  /** The id that a table was written with, as its header or its footer says; empty if neither. */
  public static OptionalLong fileId(ReadableFile file) throws IOException {
    if (file.size() >= Frame.HEADER_BYTES) {
      byte[] header = new byte[Frame.HEADER_BYTES];
      file.read(0, header, 0, header.length);
      if (Frame.isHeader(header, TableFormat.MAGIC)) {
        return OptionalLong.of(Bytes.getLong(header, Frame.ID_AT));
      }
    }
    return file.size() >= Footer.LENGTH ? Footer.fileId(file) : OptionalLong.empty();
  }

  /** The table's properties; null if they cannot be verified. */
  public @Nullable TableProperties properties() {
    return parts == null ? null : parts.properties();
  }

  /** The faults of the frame around the blocks, in words; empty if it has none. */
  public String problem() {
    return problem;
  }

  /** A cursor over all entries of sound blocks, which moves forward only; there is one. */
  public SalvageCursor cursor(Losses losses) {
    return new SalvageCursor(this, losses);
  }

  /** The next sound block; null at the end. What lay before it is told by {@link #damage}. */
  byte @Nullable [] nextBlock() {
    damage = "";
    byte[] block = blocks != null ? nextOfIndex(blocks) : nextByScan();
    if (block != null) {
      ordinal = (long) DataBlock.firstOrdinal(block) + DataBlock.count(block);
    }
    return block;
  }

  private byte @Nullable [] nextOfIndex(DataBlocks of) {
    int count = parts == null ? 0 : parts.index().count();
    while (number < count) {
      try {
        return of.load(number++);
      } catch (IOException e) { // damage, or a device that cannot read it
        note(String.valueOf(e.getMessage()));
      }
    }
    return null;
  }

  /** After the data comes a block of another kind. A file that ends before it was cut. */
  private byte @Nullable [] nextByScan() {
    if (hasEnded) {
      return null;
    }
    try {
      byte[] block = offset < file.size() ? scan.read(offset) : null;
      if (block == null && offset >= file.size()) {
        note("the file ends at offset " + file.size() + ", before the end of its data");
      } else if (block == null) {
        note("no block that verifies begins at offset " + offset);
        long found = scan.findAfter(offset);
        block = found < 0 ? BlockScan.OTHER : scan.read(found);
      }
      if (block == null || block.length == 0 || DataBlock.firstOrdinal(block) < ordinal) {
        hasEnded = true;
        return null;
      }
      offset = scan.end();
      return block;
    } catch (IOException e) {
      note(String.valueOf(e.getMessage()));
      hasEnded = true;
      return null;
    }
  }

  private void note(String what) {
    damage = damage.isEmpty() ? what : damage;
  }

  /** The faults before the block that was read last; empty if there are none. */
  String damage() {
    return damage;
  }

  @Override
  public void close() throws IOException {
    readable.close();
  }
}
