package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.Codecs;
import java.io.IOException;
import java.util.Arrays;

/** What a file has of one data block: its stored bytes, and how it is stored. */
public final class StoredBlock {

  private final byte[] bytes;
  private final int how;

  public StoredBlock(byte[] bytes, int how) {
    this.bytes = bytes;
    this.how = how;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int how() {
    return how;
  }

  /** A block, as it is in an array with its slack, as it is. */
  public static StoredBlock plain(byte[] block) {
    return new StoredBlock(Arrays.copyOf(block, BlockFile.rawLength(block)), Codecs.NONE);
  }

  /** A block, as it is in an array with its slack, packed as a whole. */
  public static StoredBlock whole(Codec codec, byte[] block) throws IOException {
    int length = BlockFile.rawLength(block);
    byte[] packed = new byte[codec.mostPacked(length)];
    int stored = codec.pack(block, length, packed);
    return new StoredBlock(Arrays.copyOf(packed, stored), codec.id());
  }

  /** A block, as it is in an array with its slack, in pieces of about some length. */
  public static StoredBlock inPieces(Codec codec, byte[] block, int pieceLength)
      throws IOException {
    int length = BlockFile.rawLength(block);
    byte[] cut = new byte[BlockCutter.mostStored(length, pieceLength)];
    int stored = new BlockCutter(codec).cut(block, length, pieceLength, cut);
    return new StoredBlock(Arrays.copyOf(cut, stored), codec.id() | TableFormat.IN_PIECES);
  }

  /** A file with the block at its beginning, and its trailer. */
  public byte[] sealed(long fileId) {
    byte[] file = Arrays.copyOf(bytes, bytes.length + TableFormat.TRAILER_LENGTH);
    file[bytes.length + TableFormat.TRAILER_CODEC] = (byte) how;
    int checksum = TableFormat.blockChecksum(bytes, 0, bytes.length, (byte) how, fileId, 0);
    Bytes.putInt(file, bytes.length + TableFormat.TRAILER_CHECKSUM, checksum);
    return file;
  }
}
