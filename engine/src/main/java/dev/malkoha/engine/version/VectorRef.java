package dev.malkoha.engine.version;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;

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
    long unsignedCrc = Integer.toUnsignedLong(crc);
    to.writeVarints(sidecar, offset, length, unsignedCrc, dead, deadTombstones, changedMillis);
  }

  static VectorRef decode(ByteReader from) {
    return new VectorRef(
        from.readVarint(),
        from.readVarint(),
        from.readInt(Integer.MAX_VALUE),
        (int) from.readVarint(),
        from.readVarint(),
        from.readVarint(),
        from.readVarint());
  }

  @Override
  public String toString() {
    return "%s offset=%s length=%s dead=%s tombstones=%s"
        .formatted(FileNames.sidecar(sidecar), offset, length, dead, deadTombstones);
  }
}
