package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.DiskAround;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A disk whose directories are seen through a wrapper. */
public record WrappedDisk(Disk disk, UnaryOperator<Directory> wrapper) implements DiskAround {

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

  @Override
  public List<String> directories(Path path) throws IOException {
    return disk.directories(path);
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    disk.deleteDirectory(path);
  }
}
