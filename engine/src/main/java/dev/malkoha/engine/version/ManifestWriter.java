package dev.malkoha.engine.version;

import dev.malkoha.storage.Aftermath;
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

  /**
   * Creates a manifest whose first record says everything so far; not yet the one in force, and a
   * draft until it is. One that cannot be finished is deleted.
   */
  static ManifestWriter create(Directory directory, long number, VersionEdit everything)
      throws IOException {
    String draft = FileNames.draft(FileNames.manifest(number));
    ManifestWriter writer = new ManifestWriter(directory.create(draft), number);
    try {
      byte[] header = ManifestFormat.header(number);
      writer.file.append(header, 0, header.length);
      writer.append(everything);
      directory.force();
      return writer;
    } catch (IOException | RuntimeException | Error e) {
      writer.discard(directory, e);
      throw e;
    }
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

  /** Puts this manifest in force and gives it its name. */
  void makeCurrent(Directory directory) throws IOException {
    prove(directory);
    FileNames.renameDraft(directory, FileNames.manifest(number));
  }

  /** Has CURRENT say how far the manifest reaches. */
  void prove(Directory directory) throws IOException {
    Current.write(directory, number, file.size());
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
