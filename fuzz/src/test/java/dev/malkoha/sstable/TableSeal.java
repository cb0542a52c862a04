package dev.malkoha.sstable;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.BlockFile;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.sstable.index.BlockIndexParser;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;

/** Sets the checksums of a table file right, whatever else it says. */
public final class TableSeal {

  private TableSeal() {}

  /** The id that a table file, or a sidecar, says it was written with. */
  public static long fileId(byte[] file) {
    return Bytes.getLong(file, Frame.ID_AT);
  }

  /**
   * Seals header, footer and all blocks that can be found.
   *
   * @param grown the part that bytes were added to, or taken from: 1 filter, 2 index, 3 properties;
   *     0 for none
   */
  public static void seal(byte[] file, long fileId, int grown) throws IOException {
    int at = file.length - Footer.LENGTH;
    if (at < Frame.HEADER_BYTES) {
      return;
    }
    System.arraycopy(TableFormat.header(fileId), 0, file, 0, Frame.HEADER_BYTES);
    Footer footer = fitted(file, at, grown);
    System.arraycopy(footer.encode(fileId), 0, file, at, Footer.LENGTH);
    sealBlock(file, footer.filter(), fileId);
    sealBlock(file, footer.index(), fileId);
    sealBlock(file, footer.properties(), fileId);
    try {
      sealData(file, footer, fileId);
    } catch (CorruptTableException | MalformedBytesException e) {
      // no index, and nobody comes to the data blocks
    }
  }

  private static Footer fitted(byte[] file, int at, int grown) {
    BlockHandle filter = BlockHandle.decode(file, at + Footer.FILTER);
    BlockHandle index = BlockHandle.decode(file, at + Footer.INDEX);
    BlockHandle properties = BlockHandle.decode(file, at + Footer.PROPERTIES);
    int more = (int) (at - properties.end());
    return switch (grown) {
      case 1 -> new Footer(longer(filter, more), moved(index, more), moved(properties, more));
      case 2 -> new Footer(filter, longer(index, more), moved(properties, more));
      case 3 -> new Footer(filter, index, longer(properties, more));
      default -> new Footer(filter, index, properties);
    };
  }

  private static BlockHandle longer(BlockHandle block, int more) {
    return new BlockHandle(block.offset(), block.storedLength() + more, block.rawLength() + more);
  }

  private static BlockHandle moved(BlockHandle block, int more) {
    return new BlockHandle(block.offset() + more, block.storedLength(), block.rawLength());
  }

  private static void sealBlock(byte[] file, BlockHandle block, long fileId) {
    int stored = block.storedLength();
    if (block.offset() < 0
        || stored < 0
        || block.offset() > file.length
        || block.end() > file.length) {
      return;
    }
    int offset = (int) block.offset();
    int trailer = offset + stored;
    byte codec = file[trailer + TableFormat.TRAILER_CODEC];
    int checksum = TableFormat.blockChecksum(file, offset, stored, codec, fileId, offset);
    Bytes.putInt(file, trailer + TableFormat.TRAILER_CHECKSUM, checksum);
  }

  private static void sealData(byte[] file, Footer footer, long fileId) throws IOException {
    BlockHandle handle = footer.index();
    if (handle.offset() < 0 || handle.storedLength() < 0 || handle.end() > file.length) {
      return;
    }
    byte[] block = new BlockFile(new HeapFile("table", file), fileId).read(handle);
    ByteReader reader = new ByteReader(block, 0, BlockFile.rawLength(block));
    BlockIndex index = BlockIndexParser.parse(reader, footer.filter().offset());
    for (int i = 0; i < index.count(); i++) {
      sealBlock(file, index.handle(i), fileId);
    }
  }
}
