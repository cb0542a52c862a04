package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.Path;

/** The contract on a disk in the heap. */
final class MemoryDiskTest extends DiskContract {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  protected Directory openDirectory() throws IOException {
    return disk.openDirectory(Path.of("db"));
  }
}
