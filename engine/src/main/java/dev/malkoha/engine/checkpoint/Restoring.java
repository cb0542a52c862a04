package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.checkpoint.FileList.FileBytes;
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

  private final Directory from;
  private final FileList list;
  private final RandomGenerator random;
  private int linked;
  private long copiedBytes;

  private Restoring(Directory from, FileList list, RandomGenerator random) {
    this.from = from;
    this.list = list;
    this.random = random;
  }

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
      List<String> problems = FileBytes.problems(from, list.files());
      if (!problems.isEmpty()) {
        throw FileList.damaged(from, String.join("; ", problems));
      }
      return UnfinishedStore.make(disk, target, new Restoring(from, list, random)::fill);
    }
  }

  /** Opens the directory of a checkpoint. */
  public static Directory open(Disk disk, Path checkpoint) throws IOException {
    if (!disk.isDirectory(checkpoint)) {
      throw new DbNotFoundException("there is no directory " + checkpoint, null);
    }
    return disk.openExisting(checkpoint);
  }

  private Checkpoint.Work fill(UnfinishedStore to) throws IOException {
    for (Checkpoint.File file : list.files()) {
      add(file, to);
    }
    ManifestReader.Reading read = ManifestReader.readInForce(from);
    Current current = ManifestWriter.writeCopy(to.directory(), read.state(), read.number(), random);
    to.directory().force();
    current.putInForce(to.directory());
    copiedBytes += current.manifestBytes() + current.encode().length;
    return new Checkpoint.Work(linked, list.files().size() - linked, copiedBytes);
  }

  /**
   * The log's files are written to again by a store that goes on. Manifest and CURRENT say which
   * copy of the store this is, so that it has others.
   */
  private void add(Checkpoint.File file, UnfinishedStore to) throws IOException {
    String name = file.name();
    if (name.equals(FileNames.CURRENT) || FileNames.manifestNumber(name).isPresent()) {
      return;
    }
    if (FileNames.isUnchanging(name) && to.link(from, name, name)) {
      linked++;
      return;
    }
    if (to.copy(from, name, name, () -> {}) != file.crc32c()) {
      throw FileList.damaged(from, name + " has changed while it was copied");
    }
    copiedBytes += file.bytes();
  }
}
