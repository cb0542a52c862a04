package dev.malkoha.engine.version;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;

/**
 * What CURRENT says: which manifest is in force, and how much of it was durable when that was
 * written. See docs/format/manifest.md.
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
    try (ReadableFile file = directory.open(FileNames.CURRENT)) {
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
        String named = FileNames.manifest(manifest);
        throw ManifestReader.damaged(
            FileNames.CURRENT,
            0,
            "it is out of date, it names " + named + ", but " + name + " came later");
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
   * Puts the manifest in force: CURRENT is rewritten, forced and renamed into place. A full disk is
   * met before that, and leaves the old one.
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
