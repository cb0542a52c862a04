package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DiskContract;
import java.io.IOException;
import java.nio.file.Path;

/** The contract on the simulated disk. */
final class SimulatedDiskContractTest extends DiskContract {

  private final SimulatedDisk disk = new SimulatedDisk();

  @Override
  protected Directory openDirectory() throws IOException {
    return disk.openDirectory(Path.of("db"));
  }
}
