package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;

/** Appends edits to one manifest, each durable before the call returns. One thread at a time. */
final class ManifestWriter implements Closeable {

  private final WritableFile file;
  private final long number;

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
    WritableFile file = directory.create(draft);
    try {
      byte[] header = ManifestFormat.header(number);
      file.append(header, 0, header.length);
      ManifestWriter writer = new ManifestWriter(file, number);
      writer.append(everything);
      directory.force();
      return writer;
    } catch (IOException | RuntimeException | Error e) {
      discard(directory, draft, file, e);
      throw e;
    }
  }

  private static void discard(
      Directory directory, String draft, WritableFile file, Throwable reason) {
    try {
      file.close();
      directory.delete(draft);
    } catch (IOException | RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /**
   * Appends an edit and forces it. After an exception it is unknown whether the edit is durable.
   */
  void append(VersionEdit edit) throws IOException {
    byte[] record = ManifestFormat.record(number, file.size(), edit.encode());
    file.append(record, 0, record.length);
    file.force();
  }

  /** Puts this manifest in force and gives it its name. */
  void makeCurrent(Directory directory) throws IOException {
    prove(directory);
    FileNames.settle(directory, FileNames.manifest(number));
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
