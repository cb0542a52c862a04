package dev.malkoha.engine.version;

import dev.malkoha.codec.Frame;

/**
 * What the manifest knows of a value file.
 *
 * @param number the file's number
 * @param fileBytes the file's length
 * @param crc the CRC-32C of all its bytes
 */
public record ValueFileMeta(long number, long fileBytes, int crc) {

  /** Bytes of all values in the file, with all that belongs to them. */
  public long recordBytes() {
    return fileBytes - Frame.HEADER_BYTES;
  }
}
