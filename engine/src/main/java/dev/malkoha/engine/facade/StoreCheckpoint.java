package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.checkpoint.Checkpoints;
import dev.malkoha.engine.checkpoint.FileList;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;

/**
 * A checkpoint: the list of its files, and what it took to make it.
 *
 * @param disk on which it is
 */
public record StoreCheckpoint(Disk disk, Path directory, FileList list, Work work)
    implements Checkpoint {

  private static final Work NO_WORK = new Work(0, 0, 0);

  /** Reads one on a disk that is handed in. */
  public static StoreCheckpoint read(Disk disk, Path path) {
    Objects.requireNonNull(path, "directory");
    try (Directory directory = Checkpoints.open(disk, path)) {
      return new StoreCheckpoint(disk, directory.path(), FileList.read(directory), NO_WORK);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Makes a store of one on this machine. */
  public static Work restore(Path checkpoint, Path to) {
    return restore(FileDisk.INSTANCE, checkpoint, to, TimeAndChance.MACHINE.random());
  }

  /**
   * Makes a store of one on a disk that is handed in.
   *
   * @param random draws the number that tells the store from other copies
   */
  public static Work restore(Disk disk, Path checkpoint, Path to, RandomGenerator random) {
    Objects.requireNonNull(checkpoint, "checkpoint");
    Objects.requireNonNull(to, "to");
    return Failures.call(() -> Checkpoints.restore(disk, checkpoint, to, random));
  }

  @Override
  public long sequence() {
    return list.sequence();
  }

  @Override
  public String storeId() {
    return HexFormat.of().toHexDigits(list.storeId());
  }

  @Override
  public List<File> files() {
    return list.files();
  }

  @Override
  public List<String> verify() {
    try (Directory from = Checkpoints.open(disk, directory)) {
      if (!FileList.read(from).equals(list)) {
        return List.of("another checkpoint lies in " + directory + " by now");
      }
      return FileList.problems(from, list.files());
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public String toString() {
    return "checkpoint of store " + storeId() + " up to " + sequence() + " in " + directory;
  }
}
