package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.compression.Unpacker;
import dev.malkoha.storage.ReadAhead;
import dev.malkoha.storage.ReadBatch;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one table file: read, proved and unpacked.
 *
 * <p>An unpacked block is an array of the block's raw length plus {@link #SLACK} bytes without
 * meaning, so that eight bytes may be read from any place in the block.
 */
public final class BlockFile {

  /** Bytes after the block in the array that holds it. Room for a trailer, too. */
  public static final int SLACK = 16;

  private final ReadableFile file;
  private final long fileId;

  public BlockFile(ReadableFile file, long fileId) {
    this.file = file;
    this.fileId = fileId;
  }

  /** The same blocks for a reader that goes from each to the next. */
  BlockFile inOrder() {
    return new BlockFile(new ReadAhead(file), fileId);
  }

  public String name() {
    return file.name();
  }

  public long fileId() {
    return fileId;
  }

  public long size() {
    return file.size();
  }

  /** Bytes of the block that an unpacked array holds. */
  public static int rawLength(byte[] block) {
    return block.length - SLACK;
  }

  public void read(long offset, byte[] into, int at, int length) throws IOException {
    file.read(offset, into, at, length);
  }

  /** Whether a read now is likely to wait for the device. */
  public boolean isFar() {
    return file.isFar();
  }

  /** Has a block read with others of a batch, so that it is in memory when it is read here. */
  public void addTo(ReadBatch batch, BlockHandle handle) {
    batch.add(file, handle.offset(), handle.storedLength() + TableFormat.TRAILER_LENGTH);
  }

  public void close() throws IOException {
    file.close();
  }

  /** Reads one block. The caller has checked that the handle lies within the file. */
  public byte[] read(BlockHandle handle) throws IOException {
    checkLengths(handle);
    byte[] bytes = new byte[handle.storedLength() + SLACK];
    int how = fetch(handle, bytes);
    return how == Codecs.NONE ? bytes : unpack(handle, how, bytes);
  }

  /** Reads a block that has at most {@code longest} bytes when it is unpacked. */
  public byte[] read(BlockHandle handle, long longest) throws IOException {
    if (handle.rawLength() > longest) {
      throw damaged(handle, "expected a block of at most %s bytes".formatted(longest), null);
    }
    return read(handle);
  }

  /**
   * Reads one packed block.
   *
   * @param room for its bytes in the file, trailer included: nobody else's meanwhile
   */
  byte[] readPacked(BlockHandle handle, byte[] room) throws IOException {
    checkLengths(handle);
    return unpack(handle, fetch(handle, room), room);
  }

  /**
   * Reads what is stored of one block, and verifies its checksum.
   *
   * @param kept an array to use if it is long enough
   * @return the array with what is stored, trailer included, and {@link #SLACK}
   */
  byte[] readStored(BlockHandle handle, byte[] kept) throws IOException {
    checkLengths(handle);
    byte[] stored = StoredSearch.room(kept, handle.storedLength() + SLACK);
    fetch(handle, stored);
    return stored;
  }

  /**
   * Reads what is stored of a block, verifies its checksum, and returns how it is stored. By then
   * it is known that it may unpack to as many bytes as the handle says.
   */
  private int fetch(BlockHandle handle, byte[] into) throws IOException {
    file.read(handle.offset(), into, 0, handle.storedLength() + TableFormat.TRAILER_LENGTH);
    int how = prove(handle, into);
    long most = codec(how & ~TableFormat.IN_PIECES).mostUnpacked(handle.storedLength());
    if (handle.rawLength() > most) {
      throw wrongLength(handle);
    }
    return how;
  }

  /**
   * Sees to it that codecs can be used here.
   *
   * @param codecs a bit for each codec's number
   */
  public void requireCodecs(int codecs) throws CodecMissingException {
    for (int id = 0; id < Codecs.COUNT; id++) {
      if ((codecs >>> id & 1) != 0) {
        codec(id);
      }
    }
  }

  /** Refuses lengths that no writer notes, before anything is allocated for them. */
  private void checkLengths(BlockHandle handle) throws CorruptTableException {
    int raw = handle.rawLength();
    if (raw < 0 || raw > TableFormat.MAX_BLOCK_LENGTH || handle.storedLength() > raw) {
      throw wrongLength(handle);
    }
  }

  /** Verifies the checksum and returns how the block is stored. */
  private int prove(BlockHandle handle, byte[] bytes) throws CorruptTableException {
    int trailer = handle.storedLength();
    byte how = bytes[trailer + TableFormat.TRAILER_CODEC];
    int computed =
        TableFormat.blockChecksum(bytes, 0, handle.storedLength(), how, fileId, handle.offset());
    try {
      Frame.checkChecksum(computed, Bytes.getInt(bytes, trailer + TableFormat.TRAILER_CHECKSUM));
    } catch (MalformedBytesException e) {
      throw damaged(handle, e.problem(), e);
    }
    if (!Codecs.isKnown(how & ~TableFormat.IN_PIECES)) {
      throw damaged(handle, "compression type " + how + " is unknown", null);
    }
    if ((how == Codecs.NONE) != (handle.storedLength() == handle.rawLength())) {
      throw wrongLength(handle);
    }
    return how;
  }

  private byte[] unpack(BlockHandle handle, int how, byte[] bytes) throws IOException {
    int stored = handle.storedLength();
    int raw = handle.rawLength();
    Codec codec = codec(how & ~TableFormat.IN_PIECES);
    byte[] block = new byte[raw + SLACK];
    try {
      if ((how & TableFormat.IN_PIECES) == 0) {
        codec.unpack(bytes, 0, stored, block, raw);
      } else {
        unpackPieces(codec, bytes, stored, block);
      }
      return block;
    } catch (IOException | IndexOutOfBoundsException e) {
      throw damaged(handle, "the block cannot be unpacked: " + e.getMessage(), e);
    }
  }

  private static void unpackPieces(Codec codec, byte[] bytes, int stored, byte[] block)
      throws IOException {
    Unpacker unpacker = codec.newUnpacker();
    if (unpacker == null) {
      throw new IOException("its codec is not used for pieces");
    }
    CutBlock pieces = new CutBlock();
    pieces.start(bytes, stored, block, rawLength(block));
    pieces.unpackAll(unpacker);
  }

  private Codec codec(int id) throws CodecMissingException {
    try {
      return Codecs.ready(id);
    } catch (CodecMissingException e) {
      throw e.neededBy("table " + name());
    }
  }

  private CorruptTableException wrongLength(BlockHandle handle) {
    return damaged(
        handle,
        "a block of %s stored bytes is said to unpack to %s"
            .formatted(handle.storedLength(), handle.rawLength()),
        null);
  }

  private CorruptTableException damaged(
      BlockHandle handle, String problem, @Nullable Throwable cause) {
    return new CorruptTableException(name(), handle.offset(), problem, cause);
  }
}
