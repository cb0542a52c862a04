package dev.malkoha.sstable;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.storage.ReadableFile;

/**
 * The last bytes of a table file: where the blocks are that are needed to open it.
 *
 * <p>The parts of a file follow each other without a gap: header, data blocks, filter, index,
 * properties, footer. So the footer is also the proof that the file has its full length.
 */
public record Footer(BlockHandle filter, BlockHandle index, BlockHandle properties) {

  static final int FILTER = 0;
  static final int INDEX = FILTER + BlockHandle.LENGTH;
  static final int PROPERTIES = INDEX + BlockHandle.LENGTH;
  static final int FILE_ID = PROPERTIES + BlockHandle.LENGTH;
  static final int VERSION = FILE_ID + Long.BYTES;
  static final int CHECKSUM = VERSION + Integer.BYTES;
  static final int MAGIC = CHECKSUM + Integer.BYTES;
  public static final int LENGTH = MAGIC + Long.BYTES;

  byte[] encode(long fileId) {
    byte[] bytes = new byte[LENGTH];
    filter.encode(bytes, FILTER);
    index.encode(bytes, INDEX);
    properties.encode(bytes, PROPERTIES);
    Bytes.putLong(bytes, FILE_ID, fileId);
    Bytes.putInt(bytes, VERSION, TableFormat.VERSION);
    Bytes.putInt(bytes, CHECKSUM, Crc32c.of(bytes, 0, CHECKSUM));
    Bytes.putLong(bytes, MAGIC, TableFormat.MAGIC);
    return bytes;
  }

  /** The id in the footer of a file that has room for one; empty if that does not verify. */
  public static OptionalLong fileId(ReadableFile file) throws IOException {
    byte[] bytes = new byte[LENGTH];
    file.read(file.size() - LENGTH, bytes, 0, LENGTH);
    boolean verifies =
        Bytes.getLong(bytes, MAGIC) == TableFormat.MAGIC
            && Bytes.getInt(bytes, CHECKSUM) == Crc32c.of(bytes, 0, CHECKSUM);
    return verifies ? OptionalLong.of(Bytes.getLong(bytes, FILE_ID)) : OptionalLong.empty();
  }

  /** Reads the footer that starts at {@code offset} of a file, and checks it against that place. */
  static Footer decode(byte[] bytes, long offset, long fileId) {
    Frame.checkMagic(TableFormat.MAGIC, Bytes.getLong(bytes, MAGIC));
    Frame.checkVersion(TableFormat.VERSION, Bytes.getInt(bytes, VERSION));
    Frame.checkChecksum(Crc32c.of(bytes, 0, CHECKSUM), Bytes.getInt(bytes, CHECKSUM));
    Frame.checkId(fileId, Bytes.getLong(bytes, FILE_ID));
    Footer footer =
        new Footer(
            BlockHandle.decode(bytes, FILTER),
            BlockHandle.decode(bytes, INDEX),
            BlockHandle.decode(bytes, PROPERTIES));
    if (!footer.fits(offset)) {
      throw new MalformedBytesException(
          "the blocks named by the footer do not fill the file up to it");
    }
    return footer;
  }

  private boolean fits(long footerOffset) {
    return filter.offset() >= Frame.HEADER_BYTES
        && filter.storedLength() >= 0
        && index.storedLength() >= 0
        && properties.storedLength() >= 0
        && filter.end() == index.offset()
        && index.end() == properties.offset()
        && properties.end() == footerOffset;
  }
}
