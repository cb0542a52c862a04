package dev.malkoha.engine.version;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import java.util.Arrays;

/** Sets the checksums of a manifest right, whatever else it says. */
public final class ManifestSeal {

  private ManifestSeal() {}

  /** Seals the header, and the records as far as their lengths lead. */
  public static void seal(byte[] file, long number) {
    byte[] header = ManifestWriter.header(number);
    System.arraycopy(header, 0, file, 0, Math.min(header.length, file.length));
    int at = Frame.HEADER_BYTES;
    while (file.length - at > ManifestWriter.RECORD_HEADER_BYTES) {
      int length = Bytes.getInt(file, at + ManifestWriter.LENGTH_OFFSET);
      int start = at + ManifestWriter.RECORD_HEADER_BYTES;
      if (length <= 0 || length > file.length - start) {
        length = file.length - start;
      }
      byte[] edit = Arrays.copyOfRange(file, start, start + length);
      byte[] record = ManifestWriter.record(number, at, edit);
      System.arraycopy(record, 0, file, at, record.length);
      at += record.length;
    }
  }
}
