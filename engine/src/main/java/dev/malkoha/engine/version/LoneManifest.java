package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A manifest of one edit for a directory that is no store before it is in force, and that nobody
 * opens meanwhile: it has its own name from the beginning.
 */
public record LoneManifest(Directory directory, long number, long bytes) {

  /**
   * Writes a manifest that says what a state does, durably; its name is not yet.
   *
   * @param state is told of the manifest's number, and that it is of another copy of the store
   * @param random draws the copy's lineage
   */
  public static LoneManifest write(Directory directory, ManifestState state, RandomGenerator random)
      throws IOException {
    long number = state.nextFile();
    state.apply(new VersionEdit(List.of(new EditEntry.NextFile(number + 1))));
    return write(directory, state, number, random);
  }

  /** Writes the one in force in another directory likewise, under the same number. */
  public static LoneManifest copy(Directory from, Directory to, RandomGenerator random)
      throws IOException {
    ManifestReader.Reading read = ManifestReader.readInForce(from);
    return write(to, read.state(), read.number(), random);
  }

  private static LoneManifest write(
      Directory directory, ManifestState state, long number, RandomGenerator random)
      throws IOException {
    state.apply(new VersionEdit(List.of(EditEntry.Lineage.ofNewCopy(random))));
    long bytes;
    try (ManifestWriter manifest = ManifestWriter.create(directory, number, state.asEdit())) {
      bytes = manifest.size();
    }
    String name = FileNames.manifest(number);
    directory.rename(FileNames.draft(name), name);
    return new LoneManifest(directory, number, bytes);
  }

  /** The file's name. */
  public String name() {
    return FileNames.manifest(number);
  }

  /** The bytes that CURRENT will have. */
  public byte[] current() {
    return new Current(number, bytes).encode();
  }

  /** Has CURRENT name it, durably: there is a store from then on. */
  public void putInForce() throws IOException {
    Current.write(directory, number, bytes);
  }
}
