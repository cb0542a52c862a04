package dev.malkoha.filter.cuckoo;

import dev.malkoha.codec.Bytes;

/**
 * The slots of a windowed cuckoo filter while it is being built: what each will hold, with the
 * label of the {@link WindowSearch} below it, in whole bytes, so that one load at a window brings
 * all there is to know of both its slots.
 *
 * <p>A cell is 0 if its slot is free; any other has a label of at least 1.
 */
final class WindowCells {

  /** The low bits of a cell. */
  static final int LABEL_BITS = 4;

  /** The highest label there is. */
  static final int MAX_LABEL = (1 << LABEL_BITS) - 1;

  private static final int GUARD_BYTES = Long.BYTES;

  private final byte[] bytes;
  private final int cellBytes;
  private final int cellBits;
  private final long cellMask;
  private final int slotBits;
  private final int slots;

  /** All cells free. */
  WindowCells(WindowGeometry geometry) {
    this.slots = Math.toIntExact(geometry.slots());
    this.slotBits = geometry.slotBits();
    this.cellBytes = cellBytes(slotBits);
    this.cellBits = cellBytes * Byte.SIZE;
    this.cellMask = (1L << cellBits) - 1;
    this.bytes = new byte[Math.toIntExact(bytesFor(geometry))];
  }

  /** The size of the cells of such a filter. */
  static long bytesFor(WindowGeometry geometry) {
    return geometry.slots() * cellBytes(geometry.slotBits()) + GUARD_BYTES;
  }

  private static int cellBytes(int slotBits) {
    return (slotBits + LABEL_BITS + Byte.SIZE - 1) / Byte.SIZE;
  }

  int cellBits() {
    return cellBits;
  }

  /** A 1 in each bit of the lower cell of a window. */
  long cellMask() {
    return cellMask;
  }

  /** The left cell in the low bits, the right one above it, whatever follows above that. */
  long window(int window) {
    return Bytes.getLong(bytes, window * cellBytes);
  }

  /** Writes what {@link #window} has read, with some bits of the window changed. */
  void setWindow(int window, long cells) {
    Bytes.putLong(bytes, window * cellBytes, cells);
  }

  /** Writes what the slots hold, without labels, to a payload of zeros. */
  void pack(byte[] block, int payload) {
    long word = 0;
    int filled = 0;
    int to = payload;
    for (int slot = 0; slot < slots; slot++) {
      word |= ((window(slot) & cellMask) >>> LABEL_BITS) << filled;
      filled += slotBits;
      Bytes.putLong(block, to, word);
      word >>>= filled & -Byte.SIZE;
      to += filled >>> 3;
      filled &= Byte.SIZE - 1;
    }
  }
}
