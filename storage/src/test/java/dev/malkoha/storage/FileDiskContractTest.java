package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the machine's file system. */
final class FileDiskContractTest extends DiskContract {

  @TempDir private Path parent;

  @Override
  protected Directory openDirectory() throws IOException {
    return FileDisk.INSTANCE.openDirectory(parent.resolve("db"));
  }
}
