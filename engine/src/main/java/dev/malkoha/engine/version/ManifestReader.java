package dev.malkoha.engine.version;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.util.function.BiConsumer;

/**
 * Reads one manifest.
 *
 * <p>A record that does not verify at a manifest's very end is an edit that was being written when
 * the store stopped, or damage: it is left out, and told of. One with anything valid behind it, or
 * before a length that was proven durable, is damage.
 */
public final class ManifestReader {

  private static final long MANIFEST_BYTES_MAX = 1 << 30;

  private final String name;
  private final byte[] bytes;
  private final long number;
  private final ManifestRecords records;

  private ManifestReader(String name, byte[] bytes, int version, long number) {
    this.name = name;
    this.bytes = bytes;
    this.number = number;
    this.records = new ManifestRecords(bytes, version, number);
  }

  /** Reads the manifest that CURRENT puts in force. */
  public static StoredManifest readInForce(Directory directory) throws IOException {
    Current current = Current.read(directory);
    refuseIfSuperseded(directory, current);
    ManifestReader reader = open(directory, FileNames.manifest(current.manifest()));
    if (reader.number != current.manifest()) {
      throw reader.damaged(Frame.ID_AT, "it says it is number " + reader.number);
    }
    return reader.read(current.manifestBytes());
  }

  /** What CURRENT says, in words. */
  public static String describeCurrent(Directory directory) throws IOException {
    Current current = Current.read(directory);
    return FileNames.manifest(current.manifest())
        + (current.isProof() ? ", durable up to offset " + current.manifestBytes() : "");
  }

  /** A manifest has its own name only once CURRENT names it, durably. */
  private static void refuseIfSuperseded(Directory directory, Current current) throws IOException {
    for (String name : directory.list()) {
      if (current.isProof()
          && FileNames.manifestNumber(name).orElse(0) > current.manifest()
          && isManifest(directory, name)) {
        throw new DbCorruptionException(
            FileNames.CURRENT
                + " is damaged at offset 0: it is out of date, it names "
                + FileNames.manifest(current.manifest())
                + ", but "
                + name
                + " came later; restore the store from a backup",
            null);
      }
    }
  }

  private static boolean isManifest(Directory directory, String name) throws IOException {
    try {
      return FileNames.manifest(open(directory, name).number).equals(name);
    } catch (DbCorruptionException | DbFormatException e) {
      return false;
    }
  }

  private StoredManifest read(long provenBytes) {
    ManifestState state = new ManifestState();
    int end = forEach((offset, edit) -> applyTo(state, offset, edit));
    if (end < provenBytes) {
      throw damaged(end, "it ends here, and was durable up to offset " + provenBytes);
    }
    if (!state.hasIdentity()) {
      throw damaged(Frame.HEADER_BYTES, "its first record, who the store is, is lost");
    }
    if (!LogProof.isPosition(state.logFloor())) {
      throw damaged(end, "its log floor is no position of a log: " + state.logFloor());
    }
    return new StoredManifest(number, state, end < bytes.length ? droppedTail(end) : "");
  }

  private String droppedTail(int end) {
    return name
        + " ends at offset "
        + end
        + " with "
        + (bytes.length - end)
        + " bytes that are no record: an edit that was being written when the store stopped, or"
        + " damage; it is left out";
  }

  /** Opens a manifest by its file name, or as a draft of that, and verifies its header. */
  public static ManifestReader open(Directory directory, String name) throws IOException {
    byte[] bytes = readAll(directory, FileNames.found(directory, name));
    if (bytes.length < Frame.HEADER_BYTES) {
      throw damaged(name, 0, "it is shorter than its header");
    }
    if (!Frame.isHeader(bytes, ManifestFormat.MANIFEST_MAGIC)) {
      throw damaged(name, 0, "its header does not verify");
    }
    int version = Bytes.getInt(bytes, Frame.VERSION_AT);
    if (version < ManifestFormat.FORMAT_VERSION_MIN || version > ManifestFormat.FORMAT_VERSION) {
      throw new DbFormatException(
          name
              + " has format version "
              + version
              + "; this release knows versions "
              + ManifestFormat.FORMAT_VERSION_MIN
              + " to "
              + ManifestFormat.FORMAT_VERSION
              + ": open the store with a release that knows it",
          null);
    }
    return new ManifestReader(name, bytes, version, Bytes.getLong(bytes, Frame.ID_AT));
  }

  /**
   * Walks the edits with their offsets.
   *
   * @return where they end
   */
  public int forEach(BiConsumer<Integer, VersionEdit> visitor) {
    int offset = Frame.HEADER_BYTES;
    while (offset < bytes.length) {
      byte[] edit = records.editAt(offset);
      if (edit == null) {
        refuseIfAnythingValidFollows(offset);
        return offset;
      }
      visitor.accept(offset, decode(offset, edit));
      offset += records.headerBytes() + edit.length;
    }
    return offset;
  }

  private VersionEdit decode(int offset, byte[] edit) {
    try {
      return VersionEdit.decode(edit);
    } catch (MalformedBytesException e) {
      throw damaged(offset, "a record verifies but cannot be read: " + e.getMessage());
    }
  }

  private void applyTo(ManifestState state, int offset, VersionEdit edit) {
    try {
      state.apply(edit);
    } catch (IllegalArgumentException e) {
      throw damaged(offset, String.valueOf(e.getMessage()));
    }
  }

  private void refuseIfAnythingValidFollows(int damagedOffset) {
    int valid = records.firstValidAfter(damagedOffset);
    if (valid > 0) {
      throw damaged(
          damagedOffset, "a record does not verify, but one at offset " + valid + " does");
    }
  }

  private static byte[] readAll(Directory directory, String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      if (file.size() > MANIFEST_BYTES_MAX) {
        throw damaged(name, 0, "it is larger than any manifest: " + file.size() + " bytes");
      }
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private DbCorruptionException damaged(long offset, String problem) {
    return damaged(name, offset, problem);
  }

  private static DbCorruptionException damaged(String name, long offset, String problem) {
    return new DbCorruptionException(
        name
            + " is damaged at offset "
            + offset
            + ": "
            + problem
            + "; restore the store from a backup",
        null);
  }
}
