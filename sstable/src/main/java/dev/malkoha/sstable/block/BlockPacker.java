package dev.malkoha.sstable.block;

import dev.malkoha.sstable.compression.Codec;
import java.io.IOException;

/**
 * The packing of the blocks of one file: data blocks in pieces, by which reads of single entries
 * gain, or whole where pieces would take much more room. What pieces cost is measured at one block
 * of {@link #PERIOD}, and holds until the next.
 */
final class BlockPacker {

  /** Pieces to be tried, by their length, short ones first. */
  private static final int[] PIECE_LENGTHS = {1 << 10, 2 << 10};

  private static final int WHOLE = 0;
  private static final int PERIOD = 64;

  /** Pieces may make a block longer than it is when packed whole by one part in this many. */
  private static final int MOST_COST = 8;

  private final Codec codec;
  private final boolean canCut;
  private final BlockCutter cutter;
  private int pieceLength = WHOLE;
  private long blocks;

  private byte[] stored = {};
  private int how;

  BlockPacker(Codec codec) {
    this.codec = codec;
    this.canCut = codec.newUnpacker() != null;
    this.cutter = new BlockCutter(codec);
  }

  /** Packs a data block into {@link #stored}; returns its length there. */
  int pack(byte[] block, int length) throws IOException {
    if (!canCut || length > CutBlock.LONGEST || DataBlock.count(block) == 1) {
      return packWhole(block, length);
    }
    if (blocks++ % PERIOD == 0) {
      pieceLength = choose(block, length);
    }
    int inPieces = pieceLength == WHOLE ? length : cut(block, length, pieceLength);
    return BlockWriter.pays(inPieces, length) ? inPieces : packWhole(block, length);
  }

  /** The bytes of the block packed last, until the next. */
  byte[] stored() {
    return stored;
  }

  /** How the block packed last is stored, as its trailer says. */
  int how() {
    return how;
  }

  /** Lets go of an array that only a large block needs. */
  void forgetLarge(int longest) {
    if (stored.length > longest) {
      stored = new byte[0];
    }
  }

  /** The shortest pieces that cost little, for a block that is worth packing. */
  private int choose(byte[] block, int length) throws IOException {
    int whole = packWhole(block, length);
    if (!BlockWriter.pays(whole, length)) {
      return WHOLE;
    }
    for (int candidate : PIECE_LENGTHS) {
      int inPieces = cut(block, length, candidate);
      if (inPieces <= whole + whole / MOST_COST && BlockWriter.pays(inPieces, length)) {
        return candidate;
      }
    }
    return WHOLE;
  }

  /** The same as a whole, whatever is in the block. */
  int packWhole(byte[] block, int length) throws IOException {
    reserve(codec.mostPacked(length));
    how = codec.id();
    return codec.pack(block, length, stored);
  }

  private int cut(byte[] block, int length, int itsPieceLength) throws IOException {
    reserve(BlockCutter.mostStored(length, itsPieceLength));
    how = codec.id() | TableFormat.IN_PIECES;
    return cutter.cut(block, length, itsPieceLength, stored);
  }

  private void reserve(int longest) {
    if (stored.length < longest) {
      stored = new byte[longest];
    }
  }
}
