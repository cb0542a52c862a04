package dev.malkoha.sstable.value;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.TableFormat;

/**
 * Where a value lies in a value file, as an entry says it in the value's place; used again for one
 * value after the other. One thread.
 *
 * <pre>
 * pointer := file varint, offset varint, stored length varint, raw length varint
 * </pre>
 */
public final class ValuePointer {

  /** The most bytes that a pointer takes. */
  public static final int MOST_BYTES = 4 * Bytes.MAX_VARINT_BYTES;

  private static final byte[] NONE = {};
  private static final int ROOM_KEPT = 1 << 18;

  private long file;
  private long offset;
  private int storedLength;
  private int rawLength;

  /** Where packed values are brought before they are unpacked. */
  private byte[] room = NONE;

  /** Creates a pointer to nothing. */
  public ValuePointer() {}

  /** Points to a record. */
  void set(long ofFile, long atOffset, int stored, int raw) {
    file = ofFile;
    offset = atOffset;
    storedLength = stored;
    rawLength = raw;
  }

  /**
   * Takes a pointer from an entry.
   *
   * @throws MalformedBytesException if the bytes are none
   */
  public void read(byte[] bytes, int at, int length) {
    ByteReader from = new ByteReader(bytes, at, at + length);
    long ofFile = from.readVarint();
    long atOffset = from.readVarint();
    int stored = from.readInt(TableFormat.MAX_VALUE_LENGTH);
    int raw = from.readInt(TableFormat.MAX_VALUE_LENGTH);
    from.expectEnd();
    if (stored > raw) {
      throw new MalformedBytesException("a value of " + raw + " bytes is stored in " + stored);
    }
    set(ofFile, atOffset, stored, raw);
  }

  /**
   * Writes the pointer to the start of an array with room for {@link #MOST_BYTES}.
   *
   * @return its length
   */
  public int write(byte[] into) {
    int end = Bytes.putVarint(into, 0, file);
    end = Bytes.putVarint(into, end, offset);
    end = Bytes.putVarint(into, end, storedLength);
    return Bytes.putVarint(into, end, rawLength);
  }

  /** Whether the value is stored as it is. */
  boolean isPlain() {
    return storedLength == rawLength;
  }

  /** An array of at least this length to read the value into; reused by the next call. */
  byte[] room(int length) {
    if (length > ROOM_KEPT) {
      return new byte[length];
    }
    if (room.length < length) {
      room = new byte[Math.min(ROOM_KEPT, 2 * length)];
    }
    return room;
  }

  /** The number of the value file. */
  public long file() {
    return file;
  }

  /** Where the record begins in it. */
  public long offset() {
    return offset;
  }

  /** Bytes of the value as they are stored. */
  public int storedLength() {
    return storedLength;
  }

  /** Bytes of the value. */
  public int rawLength() {
    return rawLength;
  }

  /** Bytes that the value takes in its file, with all that belongs to it. */
  public int recordBytes() {
    return storedLength + TableFormat.TRAILER_LENGTH;
  }

  @Override
  public String toString() {
    return "file=%s offset=%s stored=%s raw=%s".formatted(file, offset, storedLength, rawLength);
  }
}
