package dev.malkoha.wal;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;

/** Sets the checksums of a segment file right, whatever else it says. */
public final class LogSeal {

  private static final int HEADER_CHECKSUM = LogFormat.SECTOR_BYTES - Integer.BYTES;

  private LogSeal() {}

  /** Seals the headers, and the first records, as far as their lengths lead. */
  public static void seal(byte[] file, int records) throws IOException {
    for (int at = 0; at < LogFormat.HEADER_BYTES; at += LogFormat.SECTOR_BYTES) {
      sealHeader(file, at);
    }
    SegmentHeader header;
    try {
      header = SegmentHeader.read(new HeapFile("segment", file));
    } catch (CorruptLogException e) {
      return; // and nobody comes to the records
    }
    if (header != null) {
      sealRecords(file, header, records);
    }
  }

  private static void sealHeader(byte[] file, int at) {
    if (file.length >= at + LogFormat.SECTOR_BYTES) {
      Bytes.putInt(file, at + HEADER_CHECKSUM, Crc32c.of(file, at, HEADER_CHECKSUM));
    }
  }

  private static void sealRecords(byte[] file, SegmentHeader segment, int records)
      throws IOException {
    RecordHeader header = new RecordHeader();
    long at = LogFormat.HEADER_BYTES;
    for (int i = 0; i < records && at + RecordHeader.BYTES <= file.length; i++) {
      int offset = (int) at;
      int length = RecordHeader.length(file, offset);
      if (length == RecordHeader.TURN) {
        sealTurn(file, segment, header, at);
        return;
      }
      if (length < 0
          || length > file.length - offset - RecordHeader.BYTES
          || isBlank(file, offset)) {
        return;
      }
      header.set(
          segment.generation(),
          segment.position(at),
          length,
          header.payloadChecksum(file, offset + RecordHeader.BYTES, length),
          RecordHeader.durableMark(file, offset),
          RecordHeader.index(file, offset));
      header.store(new HeapFile("segment", file), at);
      at += LogFormat.recordBytes(length);
    }
  }

  private static void sealTurn(byte[] file, SegmentHeader segment, RecordHeader header, long at)
      throws IOException {
    int offset = (int) at;
    header.set(
        segment.generation(),
        segment.position(at),
        RecordHeader.TURN,
        RecordHeader.storedPayloadChecksum(file, offset),
        RecordHeader.durableMark(file, offset),
        RecordHeader.index(file, offset));
    header.store(new HeapFile("segment", file), at);
  }

  /** Whether there is nothing yet: it is not to become a record. */
  private static boolean isBlank(byte[] file, int offset) {
    for (int i = 0; i < RecordHeader.BYTES; i++) {
      if (file[offset + i] != 0) {
        return false;
      }
    }
    return true;
  }
}
