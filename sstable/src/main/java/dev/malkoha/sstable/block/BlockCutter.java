package dev.malkoha.sstable.block;

import dev.malkoha.codec.Bytes;
import dev.malkoha.sstable.compression.Codec;
import java.io.IOException;

/** Cuts data blocks into pieces and packs each by itself, as {@link CutBlock} reads them. */
final class BlockCutter {

  /** Pieces with fewer bytes are not worth a call. */
  private static final int SHORTEST_PACKED = 16;

  private final Codec codec;
  private byte[] piece = {};
  private byte[] packed = {};

  BlockCutter(Codec codec) {
    this.codec = codec;
  }

  /** Bytes that {@link #cut} may need for a block of this length. */
  static int mostStored(int length, int pieceLength) {
    return length + Short.BYTES + CutBlock.PIECE_LENGTH * (length / pieceLength + 1);
  }

  /**
   * Stores a block in pieces.
   *
   * @param length {@link CutBlock#LONGEST} at most
   * @param pieceLength a piece ends with the first entry that brings it to this length
   * @param into has room for {@link #mostStored}
   * @return how many bytes were written
   */
  int cut(byte[] block, int length, int pieceLength, byte[] into) throws IOException {
    int count = DataBlock.count(block);
    int table = putFront(block, into);
    int pieces = countPieces(block, pieceLength);
    Bytes.putShort(into, table - Short.BYTES, pieces);
    int to = table + pieces * CutBlock.PIECE_LENGTH;
    int first = 0;
    for (int at = table; first < count; at += CutBlock.PIECE_LENGTH) {
      int start = DataBlock.start(block, first);
      int behind = behindPiece(block, first, pieceLength);
      int end = DataBlock.end(block, behind - 1, length);
      int stored = pack(block, start, end - start, into, to);
      Bytes.putShort(into, at + CutBlock.PIECE_ENTRIES, behind - first);
      Bytes.putShort(into, at + CutBlock.PIECE_STORED, stored);
      to += stored;
      first = behind;
    }
    return to;
  }

  /** Writes header, prefix and slots; returns where the table of the pieces begins. */
  private static int putFront(byte[] block, byte[] into) {
    int slots = DataBlock.slots(block);
    int width = CutBlock.headWidth(block);
    System.arraycopy(block, 0, into, 0, slots);
    int from = slots;
    int to = slots;
    for (int i = DataBlock.count(block); i > 0; i--) {
      System.arraycopy(block, from, into, to, width);
      Bytes.putShort(into, to + width, Bytes.getShort(block, from + DataBlock.SLOT_START));
      from += DataBlock.SLOT_LENGTH;
      to += width + Short.BYTES;
    }
    return to + Short.BYTES;
  }

  private static int countPieces(byte[] block, int pieceLength) {
    int pieces = 0;
    for (int first = 0; first < DataBlock.count(block); pieces++) {
      first = behindPiece(block, first, pieceLength);
    }
    return pieces;
  }

  /** The entry after the piece that begins with one. */
  private static int behindPiece(byte[] block, int first, int pieceLength) {
    int least = DataBlock.start(block, first) + pieceLength;
    int behind = first + 1;
    while (behind < DataBlock.count(block) && DataBlock.start(block, behind) < least) {
      behind++;
    }
    return behind;
  }

  /** Stores the bytes of a piece; returns how many they are. */
  private int pack(byte[] block, int from, int length, byte[] into, int to) throws IOException {
    int stored = length < SHORTEST_PACKED ? length : pack(block, from, length);
    if (stored < length) {
      System.arraycopy(packed, 0, into, to, stored);
      return stored;
    }
    System.arraycopy(block, from, into, to, length);
    return length;
  }

  private int pack(byte[] block, int from, int length) throws IOException {
    if (piece.length < length) {
      piece = new byte[length];
      packed = new byte[codec.mostPacked(length)];
    }
    System.arraycopy(block, from, piece, 0, length);
    return codec.pack(piece, length, packed);
  }
}
