package dev.malkoha.engine.version;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.codec.LittleEndian;
import dev.malkoha.engine.codec.MalformedBytesException;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads CURRENT and manifests.
 *
 * <p>A record that does not verify at a manifest's very end is an edit that was never acknowledged,
 * and is left out. One with anything valid behind it is damage.
 */
public final class ManifestReader {

  private static final long MANIFEST_BYTES_MAX = 1 << 30;

  private final String name;
  private final byte[] bytes;
  private final long number;

  private ManifestReader(String name, byte[] bytes, long number) {
    this.name = name;
    this.bytes = bytes;
    this.number = number;
  }

  /** The number of the manifest in force. */
  public static long readCurrent(Directory directory) throws IOException {
    byte[] current = readAll(directory, FileNames.CURRENT);
    if (current.length != ManifestFormat.CURRENT_BYTES
        || LittleEndian.getLong(current, ManifestFormat.MAGIC_OFFSET)
            != ManifestFormat.CURRENT_MAGIC
        || LittleEndian.getInt(current, ManifestFormat.CURRENT_CRC_OFFSET)
            != ManifestFormat.crc(current, 0, ManifestFormat.CURRENT_CRC_OFFSET)) {
      throw damaged(FileNames.CURRENT, 0, "its bytes do not verify");
    }
    return LittleEndian.getLong(current, ManifestFormat.CURRENT_NUMBER_OFFSET);
  }

  /** Reads what a manifest's edits add up to. */
  public static ManifestState read(Directory directory, long number) throws IOException {
    ManifestState state = new ManifestState();
    ManifestReader reader = open(directory, FileNames.manifest(number));
    if (reader.number != number) {
      throw damaged(
          reader.name, ManifestFormat.NUMBER_OFFSET, "it says it is number " + reader.number);
    }
    reader.forEach((offset, edit) -> reader.applyTo(state, offset, edit));
    if (!state.hasIdentity()) {
      throw damaged(
          reader.name, ManifestFormat.HEADER_BYTES, "its first record, who the store is, is lost");
    }
    return state;
  }

  /** Opens a manifest by its file name and verifies its header. */
  public static ManifestReader open(Directory directory, String name) throws IOException {
    byte[] bytes = readAll(directory, name);
    if (bytes.length < ManifestFormat.HEADER_BYTES) {
      throw damaged(name, 0, "it is shorter than its header");
    }
    if (LittleEndian.getLong(bytes, ManifestFormat.MAGIC_OFFSET) != ManifestFormat.MANIFEST_MAGIC
        || LittleEndian.getInt(bytes, ManifestFormat.HEADER_CRC_OFFSET)
            != ManifestFormat.crc(bytes, 0, ManifestFormat.HEADER_CRC_OFFSET)) {
      throw damaged(name, 0, "its header does not verify");
    }
    int version = LittleEndian.getInt(bytes, ManifestFormat.VERSION_OFFSET);
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
    return new ManifestReader(
        name, bytes, LittleEndian.getLong(bytes, ManifestFormat.NUMBER_OFFSET));
  }

  /** Walks the edits with their offsets. */
  public void forEach(BiConsumer<Integer, VersionEdit> visitor) {
    int offset = ManifestFormat.HEADER_BYTES;
    while (offset < bytes.length) {
      byte[] edit = recordAt(offset);
      if (edit == null) {
        refuseIfAnythingValidFollows(offset);
        return;
      }
      visitor.accept(offset, decode(offset, edit));
      offset += ManifestFormat.RECORD_HEADER_BYTES + edit.length;
    }
  }

  private VersionEdit decode(int offset, byte[] edit) {
    try {
      return VersionEdit.decode(edit);
    } catch (MalformedBytesException e) {
      throw damaged(name, offset, "a record verifies but cannot be read: " + e.getMessage());
    }
  }

  private void applyTo(ManifestState state, int offset, VersionEdit edit) {
    try {
      state.apply(edit);
    } catch (IllegalArgumentException e) {
      throw damaged(name, offset, String.valueOf(e.getMessage()));
    }
  }

  private byte @Nullable [] recordAt(int offset) {
    if (bytes.length - offset < ManifestFormat.RECORD_HEADER_BYTES) {
      return null;
    }
    int length = LittleEndian.getInt(bytes, offset + ManifestFormat.LENGTH_OFFSET);
    int start = offset + ManifestFormat.RECORD_HEADER_BYTES;
    if (length <= 0 || length > bytes.length - start) {
      return null;
    }
    byte[] edit = Arrays.copyOfRange(bytes, start, start + length);
    int crc = LittleEndian.getInt(bytes, offset + ManifestFormat.RECORD_CRC_OFFSET);
    return crc == ManifestFormat.recordCrc(number, offset, edit) ? edit : null;
  }

  /** Tells a torn end from damage: every later place is tried as the start of a record. */
  private void refuseIfAnythingValidFollows(int damagedOffset) {
    for (int offset = damagedOffset + 1; offset < bytes.length; offset++) {
      if (recordAt(offset) != null) {
        throw damaged(
            name, damagedOffset, "a record does not verify, but one at offset " + offset + " does");
      }
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
