package dev.malkoha.storage;

import java.nio.file.Path;

/** Several directories on a disk in the heap. */
final class MemoryDiskDirectoriesTest extends DirectoriesContract {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected Path parent() {
    return Path.of("/parent");
  }

  @Override
  protected void move(Path directory, Path there) {
    disk.move(directory, there);
  }
}
