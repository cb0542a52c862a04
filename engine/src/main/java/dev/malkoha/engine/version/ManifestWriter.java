package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;

/** Appends edits to one manifest, each durable before the call returns. One thread at a time. */
final class ManifestWriter implements Closeable {

  private final WritableFile file;
  private final long number;
  private boolean torn;

  private ManifestWriter(WritableFile file, long number) {
    this.file = file;
    this.number = number;
  }

  /** Creates a manifest whose first record says everything so far; not yet the one in force. */
  static ManifestWriter create(Directory directory, long number, VersionEdit everything)
      throws IOException {
    WritableFile file = directory.create(FileNames.manifest(number));
    try {
      byte[] header = ManifestFormat.header(number);
      file.append(header, 0, header.length);
      ManifestWriter writer = new ManifestWriter(file, number);
      writer.append(everything);
      directory.force();
      return writer;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Appends an edit and forces it. After an exception it is unknown whether the edit is durable.
   *
   * @throws NoSpaceException if there was no room for all of it: it is no edit then, and nothing
   *     may be appended behind it
   */
  void append(VersionEdit edit) throws IOException {
    byte[] record = ManifestFormat.record(number, file.size(), edit.encode());
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
   * Makes this manifest the one in force: a new CURRENT is written, forced and renamed into place.
   */
  void makeCurrent(Directory directory) throws IOException {
    if (directory.exists(FileNames.CURRENT_DRAFT)) {
      directory.delete(FileNames.CURRENT_DRAFT);
    }
    try (WritableFile draft = directory.create(FileNames.CURRENT_DRAFT)) {
      byte[] current = ManifestFormat.current(number);
      draft.append(current, 0, current.length);
      draft.force();
    }
    directory.rename(FileNames.CURRENT_DRAFT, FileNames.CURRENT);
    directory.force();
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
}
