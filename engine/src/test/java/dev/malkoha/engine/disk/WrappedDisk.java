package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A disk whose directories are seen through a wrapper. */
public record WrappedDisk(Disk disk, UnaryOperator<Directory> wrapper) implements Disk {

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return wrapper.apply(disk.openDirectory(path));
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    return wrapper.apply(disk.openExisting(path));
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    return disk.isDirectory(path);
  }
}
