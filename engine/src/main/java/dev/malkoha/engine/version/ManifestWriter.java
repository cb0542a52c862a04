package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;

/**
 * Appends edits to one manifest, each durable before the call returns. One thread at a time. See
 * docs/format/manifest.md.
 *
 * <pre>
 * manifest := header, record*
 * header   := magic u64, format version u32, number u64, crc u32
 * record   := length u32, edit crc u32, header crc u32, edit[length]
 * </pre>
 *
 * <p>A record's checksums also cover the manifest's number and the record's offset, so that a
 * record that belongs elsewhere does not verify. Its header has one of its own, so that one after
 * damage is found without reading an edit at every place.
 */
public final class ManifestWriter implements Closeable {

  static final long MANIFEST_MAGIC = 0x4D4B_4D41_4E49_4631L;

  /**
   * Raised when an older reader must not open what a newer writer wrote. No other version is read:
   * 8 is that of 0.1, and no release wrote one before.
   */
  static final int FORMAT_VERSION = 8;

  static final int LENGTH_OFFSET = 0;
  static final int EDIT_CRC_OFFSET = LENGTH_OFFSET + Integer.BYTES;
  static final int RECORD_CRC_OFFSET = EDIT_CRC_OFFSET + Integer.BYTES;
  static final int RECORD_HEADER_BYTES = RECORD_CRC_OFFSET + Integer.BYTES;

  /** A longer manifest is not kept by an opening. */
  static final int KEPT_BYTES_MAX = 32 << 10;

  /** The first bytes of a manifest, in which every edit of an opening begins. */
  public static final int HEAD_BYTES = 2 * KEPT_BYTES_MAX;

  private final WritableFile file;
  private final long number;
  private boolean torn;

  private ManifestWriter(WritableFile file, long number) {
    this.file = file;
    this.number = number;
  }

  /**
   * Creates a manifest whose first record says everything so far; not yet the one in force, and a
   * draft until it is. One that cannot be finished is deleted.
   */
  static ManifestWriter create(Directory directory, long number, List<EditEntry> everything)
      throws IOException {
    String draft = FileNames.draft(FileNames.manifest(number));
    ManifestWriter writer = new ManifestWriter(directory.create(draft), number);
    try {
      byte[] header = header(number);
      writer.file.append(header, 0, header.length);
      writer.append(everything);
      directory.force();
      return writer;
    } catch (IOException | RuntimeException | Error e) {
      writer.discard(directory, e);
      throw e;
    }
  }

  /**
   * Goes on with the manifest in force, all of which is durable; CURRENT, too, after this: its
   * writer may have been killed before the force of its name. A file number is taken, as by a new
   * manifest: it tells readers which of two copies is older.
   */
  static ManifestWriter goOn(Directory directory, ManifestState state, long number)
      throws IOException {
    directory.force();
    state.apply(List.of(EditEntry.Kind.NEXT_FILE.of(state.nextFile() + 1)));
    String name = FileNames.found(directory, FileNames.manifest(number));
    return new ManifestWriter(directory.append(name), number);
  }

  /** Closes and deletes a manifest that was never in force. */
  void discard(Directory directory, Throwable reason) {
    Aftermath.of(reason, file::close);
    String draft = FileNames.draft(FileNames.manifest(number));
    Aftermath.of(reason, () -> directory.delete(draft)); // or it goes at the next opening
  }

  /**
   * Appends an edit and forces it. After an exception it is unknown whether the edit is durable.
   *
   * @throws NoSpaceException if there was no room for all of it: it is no edit then, and nothing
   *     may be appended after it
   */
  void append(List<EditEntry> edit) throws IOException {
    byte[] record = record(number, file.size(), EditEntry.encode(edit));
    torn = true;
    file.append(record, 0, record.length);
    torn = false;
    file.force();
  }

  /** Whether the file may end in part of a record. */
  boolean isTorn() {
    return torn;
  }

  /**
   * Writes a manifest that says what a state does, durably, into a directory that is no store yet:
   * it has its own name at once, and is in force when what is returned is.
   *
   * @param state is told that it is of another copy of the store
   * @param random draws the copy's lineage
   */
  public static Current writeCopy(
      Directory directory, ManifestState state, long number, RandomGenerator random)
      throws IOException {
    state.apply(List.of(EditEntry.Lineage.ofNewCopy(random)));
    long bytes;
    try (ManifestWriter manifest = create(directory, number, state.asEdit())) {
      bytes = manifest.size();
    }
    String name = FileNames.manifest(number);
    directory.rename(FileNames.draft(name), name);
    return new Current(number, bytes);
  }

  /** Puts this manifest in force and gives it its name. */
  void makeCurrent(Directory directory) throws IOException {
    prove(directory);
    FileNames.renameDraft(directory, FileNames.manifest(number));
  }

  /** Has CURRENT say how far the manifest reaches. */
  void prove(Directory directory) throws IOException {
    new Current(number, file.size()).putInForce(directory);
  }

  long number() {
    return number;
  }

  long size() {
    return file.size();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** The header of a file. */
  static byte[] header(long number) {
    return Frame.header(MANIFEST_MAGIC, FORMAT_VERSION, number);
  }

  static byte[] record(long number, long offset, byte[] edit) {
    byte[] record = new byte[RECORD_HEADER_BYTES + edit.length];
    int editCrc = editCrc(number, offset, edit);
    Bytes.putInt(record, LENGTH_OFFSET, edit.length);
    Bytes.putInt(record, EDIT_CRC_OFFSET, editCrc);
    Bytes.putInt(record, RECORD_CRC_OFFSET, recordCrc(number, offset, edit.length, editCrc));
    System.arraycopy(edit, 0, record, RECORD_HEADER_BYTES, edit.length);
    return record;
  }

  /** The checksum of an edit and of where it stands. */
  static int editCrc(long number, long offset, byte[] edit) {
    byte[] place = place(number, offset, edit.length, 0);
    return Crc32c.of(place, 0, place.length - Integer.BYTES, edit);
  }

  /** The checksum of a record's header and of where it stands. */
  static int recordCrc(long number, long offset, int length, int editCrc) {
    byte[] place = place(number, offset, length, editCrc);
    return Crc32c.of(place, 0, place.length);
  }

  private static byte[] place(long number, long offset, int length, int editCrc) {
    byte[] place = new byte[2 * Long.BYTES + 2 * Integer.BYTES];
    Bytes.putLong(place, 0, number);
    Bytes.putLong(place, Long.BYTES, offset);
    Bytes.putInt(place, 2 * Long.BYTES, length);
    Bytes.putInt(place, 2 * Long.BYTES + Integer.BYTES, editCrc);
    return place;
  }

  /**
   * The content of CURRENT: which manifest is in force, and how much of it was durable when CURRENT
   * was written. See docs/format/manifest.md.
   *
   * @param manifest the manifest's number
   * @param manifestBytes the length of the manifest, all of it durable; 0 if that is not known
   */
  public record Current(long manifest, long manifestBytes) {

    private static final long MAGIC = 0x4D4B_4355_5252_4E32L;

    private static final int NUMBER_OFFSET = Long.BYTES;
    private static final int LENGTH_OFFSET = NUMBER_OFFSET + Long.BYTES;
    private static final int CRC_OFFSET = LENGTH_OFFSET + Long.BYTES;
    private static final int BYTES = CRC_OFFSET + Integer.BYTES;

    /** Reads the file. */
    public static Current read(Directory directory) throws IOException {
      byte[] bytes = new byte[BYTES];
      try (ReadableFile file = directory.openOnce(FileNames.CURRENT)) {
        if (file.size() == BYTES) {
          file.read(0, bytes, 0, BYTES);
          if (Bytes.getLong(bytes, 0) == MAGIC
              && Bytes.getInt(bytes, CRC_OFFSET) == Crc32c.of(bytes, 0, CRC_OFFSET)) {
            return new Current(
                Bytes.getLong(bytes, NUMBER_OFFSET), Bytes.getLong(bytes, LENGTH_OFFSET));
          }
        }
      }
      throw ManifestReader.damaged(FileNames.CURRENT, 0, "its bytes do not verify");
    }

    /** A manifest has its own name only once CURRENT names it, durably. */
    void refuseIfSuperseded(Directory directory) throws IOException {
      for (String name :
          directory.list(name -> FileNames.manifestNumber(name).orElse(0) > manifest)) {
        if (ManifestReader.isManifest(directory, name)) {
          String names = FileNames.manifest(manifest) + ", but " + name + " came later";
          throw ManifestReader.damaged(
              FileNames.CURRENT, 0, "it is out of date, it names " + names);
        }
      }
    }

    /** The bytes of the file. */
    public byte[] encode() {
      byte[] bytes = new byte[BYTES];
      Bytes.putLong(bytes, 0, MAGIC);
      Bytes.putLong(bytes, NUMBER_OFFSET, manifest);
      Bytes.putLong(bytes, LENGTH_OFFSET, manifestBytes);
      Bytes.putInt(bytes, CRC_OFFSET, Crc32c.of(bytes, 0, CRC_OFFSET));
      return bytes;
    }

    /**
     * Puts the manifest in force: CURRENT is rewritten, forced and renamed into place. A full disk
     * is met before that, and leaves the old one.
     */
    public void putInForce(Directory directory) throws IOException {
      String draft = FileNames.draft(FileNames.CURRENT);
      if (directory.exists(draft)) {
        directory.delete(draft);
      }
      try (WritableFile file = directory.create(draft)) {
        byte[] current = encode();
        file.append(current, 0, current.length);
        file.force();
      } catch (NoSpaceException e) {
        if (directory.exists(draft)) {
          directory.delete(draft);
        }
        throw e;
      }
      directory.rename(draft, FileNames.CURRENT);
      directory.force();
    }
  }
}
