package dev.malkoha.wal;

import static dev.malkoha.wal.LogFormat.HEADER_BYTES;

import dev.malkoha.storage.MappedFile;
import java.io.IOException;

/**
 * Appends records to one segment through its mapping. Used by one thread at a time.
 *
 * <p>What is mapped is only copied to. A record is whole or does not validate: its header, which
 * holds the checksums, is stored after its payload.
 */
final class SegmentWriter {

  private final SegmentHeader header;
  private final MappedFile file;
  private final long size;
  private final RecordHeader records;
  private long at = HEADER_BYTES;
  private int count;

  /** Begins the segment: stores its header. */
  SegmentWriter(SegmentHeader header, MappedFile file, RecordHeader records) throws IOException {
    this.header = header;
    this.file = file;
    this.size = file.memory().byteSize();
    this.records = records;
    header.store(file);
  }

  SegmentHeader header() {
    return header;
  }

  /** The position after the last record. */
  long end() {
    return header.position(at);
  }

  /** How many records the log has taken, this segment's included. */
  long ordinal() {
    return header.firstOrdinal() + count;
  }

  /** Whether there is room for a record, and for the turn after it. */
  boolean hasRoom(long recordBytes) {
    return recordBytes + RecordHeader.BYTES <= size - at;
  }

  /** Says after the last record in which slot the log goes on. */
  void turn(long slot) throws IOException {
    records.set(header.generation(), end(), RecordHeader.TURN, 0, slot, count);
    records.store(file, at);
  }

  /** Appends a record for which there is room, and returns the position after it. */
  long append(byte[] record, int offset, int length, long durableMark) throws IOException {
    int checksum = records.payloadChecksum(record, offset, length);
    records.set(header.generation(), end(), length, checksum, durableMark, count);
    file.write(at + RecordHeader.BYTES, record, offset, length);
    records.store(file, at);
    at += LogFormat.recordBytes(length);
    count++;
    return end();
  }
}
