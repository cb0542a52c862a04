package dev.malkoha.sstable.block;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.WritableFile;

/**
 * The end of a file of blocks being written: packs blocks, seals them, and appends in large pieces.
 */
public final class BlockWriter {

  private static final int BUFFER_LENGTH = 128 << 10;

  /** Enough for a table of a few entries; the buffer doubles where more comes. */
  private static final int FIRST_LENGTH = 4 << 10;

  /**
   * A longer value is stored plain, from where it lies: to be packed, its block and what that is
   * packed to would take its length twice again, and heaps differ. Other writers may pack it.
   */
  public static final long LONGEST_PACKED =
      Math.max(4 << 20, Runtime.getRuntime().maxMemory() / 32);

  private static final byte[] NOTHING = {};

  /** A block is stored plain unless compression saves one part in this many. */
  private static final int LEAST_SAVING = 8;

  private final WritableFile file;
  private final long fileId;
  private final Codec codec;
  private byte[] buffer = new byte[FIRST_LENGTH];
  private int buffered;
  private long position;
  private final BlockPacker packer;
  private int codecsUsed;

  /** Starts a table with its header. */
  public BlockWriter(WritableFile file, long fileId, Codec codec) {
    this(file, fileId, codec, TableFormat.header(fileId));
  }

  /** Starts a file with a header of {@link Frame}. */
  public BlockWriter(WritableFile file, long fileId, Codec codec, byte[] header) {
    this.file = file;
    this.fileId = fileId;
    this.codec = codec;
    this.packer = new BlockPacker(codec);
    System.arraycopy(header, 0, buffer, 0, Frame.HEADER_BYTES);
    this.buffered = Frame.HEADER_BYTES;
    this.position = Frame.HEADER_BYTES;
  }

  /** Bytes appended so far, whether still buffered or not. */
  public long position() {
    return position;
  }

  /** The codecs of the packed blocks so far: a bit for each codec's number. */
  public int codecsUsed() {
    return codecsUsed;
  }

  /** Appends a data block with its trailer, packed where that is wished and pays. */
  public BlockHandle writeData(byte[] block, int length) throws IOException {
    if (codec.id() == Codecs.NONE) {
      return writePlain(block, length);
    }
    int stored = packer.pack(block, length);
    return sealPacked(block, length, stored, TableFormat.MAX_BLOCK_LENGTH);
  }

  /** Appends any other block with its trailer, packed as a whole where that is wished and pays. */
  public BlockHandle write(byte[] block, int length) throws IOException {
    return writeWhole(block, length, false);
  }

  /** The same, unless a reader would have to unpack more than it allows an index. */
  public BlockHandle writeIndex(byte[] block, int length) throws IOException {
    return writeWhole(block, length, true);
  }

  private BlockHandle writeWhole(byte[] block, int length, boolean isIndex) throws IOException {
    if (codec.id() == Codecs.NONE) {
      return writePlain(block, length);
    }
    int stored = packer.packWhole(block, length);
    long longest = isIndex ? TableFormat.mostIndexLength(stored) : TableFormat.MAX_BLOCK_LENGTH;
    return sealPacked(block, length, stored, longest);
  }

  /** Whether packing a block to {@code stored} bytes pays; else it is stored plain. */
  static boolean pays(int stored, int length) {
    return length >= LEAST_SAVING && stored <= length - length / LEAST_SAVING;
  }

  /** Appends a block with its trailer as it is. */
  public BlockHandle writePlain(byte[] block, int length) throws IOException {
    return writePlain(NOTHING, block, 0, length);
  }

  /** Appends a block with its trailer as it is, from two places. */
  public BlockHandle writePlain(byte[] head, byte[] bytes, int offset, int length)
      throws IOException {
    return seal(head, bytes, offset, length, head.length + length, Codecs.NONE);
  }

  /**
   * Appends what the packer has made of a block, unless that saves too little or unpacks too far.
   */
  private BlockHandle sealPacked(byte[] block, int length, int stored, long longest)
      throws IOException {
    BlockHandle handle;
    if (pays(stored, length) && length <= Math.min(longest, codec.mostUnpacked(stored))) {
      codecsUsed |= 1 << codec.id();
      handle = seal(NOTHING, packer.stored(), 0, stored, length, packer.how());
    } else {
      handle = writePlain(block, length);
    }
    packer.forgetLarge(BUFFER_LENGTH);
    return handle;
  }

  private BlockHandle seal(byte[] head, byte[] bytes, int offset, int length, int raw, int how)
      throws IOException {
    BlockHandle handle = new BlockHandle(position, head.length + length, raw);
    byte[] trailer = new byte[TableFormat.TRAILER_LENGTH];
    trailer[TableFormat.TRAILER_CODEC] = (byte) how;
    Bytes.putInt(
        trailer,
        TableFormat.TRAILER_CHECKSUM,
        TableFormat.blockChecksum(head, bytes, offset, length, (byte) how, fileId, position));
    append(head, head.length);
    append(bytes, offset, length);
    append(trailer, trailer.length);
    return handle;
  }

  /** Appends bytes that are no block. */
  public void append(byte[] bytes, int length) throws IOException {
    append(bytes, 0, length);
  }

  private void append(byte[] bytes, int offset, int length) throws IOException {
    while (length > buffer.length - buffered && buffer.length < BUFFER_LENGTH) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    if (length > buffer.length - buffered) {
      flush();
    }
    if (length > buffer.length) {
      file.append(bytes, offset, length);
    } else {
      System.arraycopy(bytes, offset, buffer, buffered, length);
      buffered += length;
    }
    position += length;
  }

  /** Hands all buffered bytes to the file and makes them durable. */
  public void force() throws IOException {
    flush();
    file.force();
  }

  public void close() throws IOException {
    file.close();
  }

  private void flush() throws IOException {
    if (buffered > 0) {
      file.append(buffer, 0, buffered);
      buffered = 0;
    }
  }
}
