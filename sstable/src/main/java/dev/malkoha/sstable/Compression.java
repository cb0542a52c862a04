package dev.malkoha.sstable;

/** How the blocks of a table are stored. A block that would not gain an eighth is stored plain. */
public enum Compression {
  /** As they are. */
  NONE(0),
  /** In Snappy's raw format. */
  SNAPPY(1);

  private final byte id;

  Compression(int id) {
    this.id = (byte) id;
  }

  /** The byte that stands for this compression in a block's trailer. */
  byte id() {
    return id;
  }
}
