package dev.malkoha.sstable.value;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codec;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * An open value file: values are read where pointers say, and the checksum of each is verified at
 * each read. Any thread. See docs/format/value.md.
 *
 * <pre>
 * values := header, record*
 * record := stored bytes, how u8, checksum u32      as a table's blocks are sealed
 * </pre>
 */
public final class ValueFileReader implements Closeable {

  /** "MALKOVAL" in the file's first eight bytes. */
  private static final long MAGIC = 0x4c41564f_4b4c414dL;

  private static final int VERSION = 1;

  private final ReadableFile file;
  private final long fileId;

  private ValueFileReader(ReadableFile file, long fileId) {
    this.file = file;
    this.fileId = fileId;
  }

  /** The header of a file. */
  static byte[] header(long fileId) {
    return Frame.header(MAGIC, VERSION, fileId);
  }

  /**
   * Opens a file and checks its header.
   *
   * @param file closed with the reader, but not where this fails
   * @throws CorruptValueException if it is no value file of this id
   */
  public static ValueFileReader open(ReadableFile file, long fileId) throws IOException {
    if (file.size() < Frame.HEADER_BYTES) {
      throw new CorruptValueException(
          file.name(), 0, "expected a header, found " + file.size() + " bytes", null);
    }
    byte[] header = new byte[Frame.HEADER_BYTES];
    file.read(0, header, 0, header.length);
    try {
      Frame.checkHeader(header, MAGIC, VERSION, fileId);
      return new ValueFileReader(file, fileId);
    } catch (MalformedBytesException e) {
      throw new CorruptValueException(file.name(), 0, e.problem(), e);
    }
  }

  /** One whose header may be damaged: its records are verified by themselves. */
  public static ValueFileReader ofRecords(ReadableFile file, long fileId) {
    return new ValueFileReader(file, fileId);
  }

  /** The file's length. */
  public long fileBytes() {
    return file.size();
  }

  /** Reads a value into an array of its own. */
  public byte[] read(ValuePointer at) throws IOException {
    checkPlace(at);
    return at.isPlain() ? readPlain(at, new byte[at.rawLength()]) : unpack(at);
  }

  /**
   * Reads a value to the start of an array, if that is long enough.
   *
   * @return the array, or a longer one in its place
   */
  public byte[] read(ValuePointer at, byte[] into) throws IOException {
    if (!at.isPlain() || into.length < at.rawLength()) {
      return read(at);
    }
    checkPlace(at);
    return readPlain(at, into);
  }

  private byte[] readPlain(ValuePointer at, byte[] into) throws IOException {
    byte[] trailer = new byte[TableFormat.TRAILER_LENGTH];
    file.read(at.offset(), into, 0, at.storedLength());
    file.read(at.offset() + at.storedLength(), trailer, 0, trailer.length);
    verify(at, into, trailer, 0);
    return into;
  }

  private byte[] unpack(ValuePointer at) throws IOException {
    int stored = at.storedLength();
    byte[] record = at.room(at.recordBytes());
    file.read(at.offset(), record, 0, at.recordBytes());
    verify(at, record, record, stored);
    Codec codec = codec(record[stored + TableFormat.TRAILER_CODEC]);
    byte[] value = new byte[at.rawLength()];
    try {
      codec.unpack(record, 0, stored, value, value.length);
      return value;
    } catch (IOException e) {
      throw damaged(at, "the value cannot be unpacked: " + e.getMessage(), e);
    }
  }

  private Codec codec(int how) throws CodecMissingException {
    try {
      return Codecs.ready(how);
    } catch (CodecMissingException e) {
      throw e.neededBy("value file " + file.name());
    }
  }

  private void checkPlace(ValuePointer at) throws CorruptValueException {
    long last = file.size() - at.recordBytes();
    if (at.offset() < Frame.HEADER_BYTES || at.offset() > last) {
      throw damaged(
          at, "the file, of " + file.size() + " bytes, does not hold what is there", null);
    }
  }

  /** Verifies the checksum of what stands at the start of an array, and its codec. */
  private void verify(ValuePointer at, byte[] stored, byte[] trailer, int trailerAt)
      throws CorruptValueException {
    byte how = trailer[trailerAt + TableFormat.TRAILER_CODEC];
    int computed =
        TableFormat.blockChecksum(stored, 0, at.storedLength(), how, fileId, at.offset());
    try {
      int expected = Bytes.getInt(trailer, trailerAt + TableFormat.TRAILER_CHECKSUM);
      Frame.checkChecksum(computed, expected);
    } catch (MalformedBytesException e) {
      throw damaged(at, e.problem(), e);
    }
    if (!Codecs.isKnown(how) || at.isPlain() != (how == Codecs.NONE)) {
      throw damaged(at, "a value is stored by " + how + " in another length than that", null);
    }
  }

  private CorruptValueException damaged(
      ValuePointer at, String problem, @Nullable Throwable cause) {
    return new CorruptValueException(file.name(), at.offset(), problem, cause);
  }

  /** Closes the file; a second time does nothing. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
