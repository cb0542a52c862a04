package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects replayed records, and makes payloads that can be told apart. */
final class Records implements Log.RecordHandler {

  /** A record as it was replayed, or as it was appended. */
  record Entry(long position, ByteBuffer bytes) {

    static Entry of(long position, byte[] payload) {
      return new Entry(position, ByteBuffer.wrap(payload));
    }

    long end() {
      return position + LogFormat.recordBytes(bytes.capacity());
    }

    byte[] payload() {
      byte[] payload = new byte[bytes.capacity()];
      bytes.get(0, payload);
      return payload;
    }
  }

  private final List<Entry> entries = new ArrayList<>();

  @Override
  public void record(long position, byte[] buffer, int offset, int length) {
    entries.add(Entry.of(position, Arrays.copyOfRange(buffer, offset, offset + length)));
  }

  List<Entry> entries() {
    return entries;
  }

  List<byte[]> payloads() {
    return entries.stream().map(Entry::payload).toList();
  }

  /** What a log replays; it is closed again. */
  static List<Entry> replay(Directory directory, LogOptions options, long from) throws IOException {
    Records records = new Records();
    Log.open(directory, options, from, records).close();
    return records.entries();
  }

  /** What a replay hands over; the log is left as it is. */
  static List<Entry> replayOnly(Directory directory, long from) throws IOException {
    Records records = new Records();
    Log.recover(directory, from, LogProof.NONE, records).end();
    return records.entries();
  }

  /** Bytes that depend on the number, of a given length. */
  static byte[] payload(long number, int length) {
    byte[] payload = new byte[length];
    for (int i = 0; i < length; i++) {
      payload[i] = (byte) (number * 31 + i * 7L + (number >>> 8) + 1);
    }
    return payload;
  }

  /** Appends a payload whole. */
  static long append(Log log, byte[] payload) throws IOException {
    return log.append(payload, 0, payload.length);
  }
}
