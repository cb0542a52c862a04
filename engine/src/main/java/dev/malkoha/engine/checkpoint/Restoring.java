package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestWriter;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes a store of a checkpoint, which stays as it is. */
public final class Restoring {

  private Restoring() {}

  /**
   * Checks all of a checkpoint, and makes a store of it in another directory; if that fails nothing
   * is left of that.
   *
   * @param random draws what tells the store from other copies
   */
  public static Checkpoint.Work restore(
      Disk disk, Path checkpoint, Path target, RandomGenerator random) throws IOException {
    try (Directory from = open(disk, checkpoint)) {
      FileList list = FileList.read(from);
      List<String> problems = FileList.problems(from, list.files());
      if (!problems.isEmpty()) {
        throw FileList.damaged(from, String.join("; ", problems));
      }
      return UnfinishedStore.make(disk, target, to -> fill(from, list, to, random));
    }
  }

  /** Opens the directory of a checkpoint. */
  public static Directory open(Disk disk, Path checkpoint) throws IOException {
    if (!disk.isDirectory(checkpoint)) {
      throw new DbNotFoundException("there is no directory " + checkpoint, null);
    }
    return disk.openExisting(checkpoint);
  }

  /**
   * The log's files are written to again by a store that goes on. Manifest and CURRENT say which
   * copy of the store this is, so that it has others.
   */
  private static Checkpoint.Work fill(
      Directory from, FileList list, UnfinishedStore to, RandomGenerator random)
      throws IOException {
    for (Checkpoint.File file : list.files()) {
      String name = file.name();
      boolean isToBeMade =
          name.equals(FileNames.CURRENT) || FileNames.manifestNumber(name).isPresent();
      if (!isToBeMade && !to.add(from, name, file, FileNames.isUnchanging(name), () -> {})) {
        throw FileList.damaged(from, name + " has changed while it was copied");
      }
    }
    ManifestReader.Reading read = ManifestReader.readInForce(from);
    Current current = ManifestWriter.writeCopy(to.directory(), read.state(), read.number(), random);
    to.directory().force();
    current.putInForce(to.directory());
    to.wrote(current.manifestBytes());
    to.wrote(current.encode().length);
    return to.work();
  }
}
