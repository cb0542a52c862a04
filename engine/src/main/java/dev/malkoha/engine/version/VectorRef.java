package dev.malkoha.engine.version;

import dev.malkoha.engine.codec.ByteReader;
import dev.malkoha.engine.codec.ByteWriter;

/**
 * What the manifest knows of a table's dead entries: where the newest word on them lies, and what
 * it adds up to.
 *
 * @param sidecar the file number of the sidecar that holds the table's section
 * @param offset where the section begins in it
 * @param length the section's bytes
 * @param crc the section's checksum, here a second time
 * @param dead how many of the table's entries are dead: the cardinality of its deletion vector
 * @param deadTombstones those among them that are deletes
 * @param changedMillis when the vector last changed, in milliseconds since 1970
 */
public record VectorRef(
    long sidecar,
    long offset,
    int length,
    int crc,
    long dead,
    long deadTombstones,
    long changedMillis) {

  void encode(ByteWriter to) {
    to.writeVarlong(sidecar);
    to.writeVarlong(offset);
    to.writeVarlong(length);
    to.writeVarlong(Integer.toUnsignedLong(crc));
    to.writeVarlong(dead);
    to.writeVarlong(deadTombstones);
    to.writeVarlong(changedMillis);
  }

  static VectorRef decode(ByteReader from) {
    return new VectorRef(
        from.readVarlong(),
        from.readVarlong(),
        from.readCount(Integer.MAX_VALUE),
        (int) from.readVarlong(),
        from.readVarlong(),
        from.readVarlong(),
        from.readVarlong());
  }

  @Override
  public String toString() {
    return FileNames.sidecar(sidecar)
        + " offset="
        + offset
        + " length="
        + length
        + " dead="
        + dead
        + " tombstones="
        + deadTombstones;
  }
}
