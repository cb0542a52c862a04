package dev.malkoha.sstable.value;

import module java.base;

import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.block.BlockWriter;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.storage.WritableFile;

/** A value file being written. One thread. */
public final class ValueFileWriter implements Closeable {

  private final long number;
  private final BlockWriter records;

  /** The value at hand, where it did not begin its array. */
  private byte[] copy = {};

  /**
   * Begins a file.
   *
   * @param file new and empty, closed with this
   * @param number by which pointers name the file
   * @param fileId binds checksums to the file
   * @param codec packs what it makes smaller by an eighth or more
   */
  public ValueFileWriter(WritableFile file, long number, long fileId, Codec codec) {
    this.number = number;
    this.records = new BlockWriter(file, fileId, codec, ValueFileReader.header(fileId));
  }

  /** The file's number. */
  public long number() {
    return number;
  }

  /** Appends a value and points to it. */
  public void add(byte[] bytes, int offset, int length, ValuePointer pointer) throws IOException {
    byte[] value = bytes;
    boolean isLong = length > BlockWriter.LONGEST_PACKED;
    if (offset > 0 && !isLong) {
      if (copy.length < length) {
        copy = new byte[length];
      }
      System.arraycopy(bytes, offset, copy, 0, length);
      value = copy;
    }
    BlockHandle record =
        isLong
            ? records.writePlain(new byte[0], bytes, offset, length)
            : records.write(value, length);
    pointer.set(number, record.offset(), record.storedLength(), record.rawLength());
  }

  /** Bytes of the file so far. */
  public long fileBytes() {
    return records.position();
  }

  /** Makes all values durable; the file's name is not yet. */
  public void finish() throws IOException {
    records.force();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
