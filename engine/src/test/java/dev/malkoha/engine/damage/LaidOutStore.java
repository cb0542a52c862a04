package dev.malkoha.engine.damage;

import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Where a damaged store is laid out to be opened. */
interface LaidOutStore {

  /** Lays files out. */
  interface Layer {
    LaidOutStore lay(StoreFiles files);
  }

  Disk disk();

  Path path();

  /** What lies there now. */
  StoreFiles files();

  /** A new disk in memory that holds these files. */
  static LaidOutStore simulated(StoreFiles files) {
    SimulatedDisk disk = new SimulatedDisk();
    FilesAtRest rest = disk.filesAtRest(Stores.PATH);
    files.names().forEach(name -> rest.write(name, files.bytes(name)));
    return new Simulated(disk, Stores.PATH);
  }

  /** A directory of this machine, which holds these files and nothing else afterwards. */
  static LaidOutStore real(Path path, StoreFiles files) {
    Real ground = new Real(path);
    ground.clear();
    try {
      Files.createDirectories(path);
      for (String name : files.names()) {
        Files.write(path.resolve(name), files.bytes(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ground;
  }

  /** A disk in memory. */
  record Simulated(SimulatedDisk simulated, Path path) implements LaidOutStore {

    @Override
    public Disk disk() {
      return simulated;
    }

    @Override
    public StoreFiles files() {
      NavigableMap<String, byte[]> files = new TreeMap<>();
      collect(path, "", files);
      Path aside = path.resolve(StoreFiles.SET_ASIDE);
      if (simulated.isDirectory(aside)) {
        collect(aside, StoreFiles.SET_ASIDE + "/", files);
      }
      return new StoreFiles(files);
    }

    private void collect(Path from, String prefix, NavigableMap<String, byte[]> into) {
      FilesAtRest rest = simulated.filesAtRest(from);
      try {
        for (String name : rest.names()) {
          into.put(prefix + name, rest.read(name));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A directory of this machine. */
  record Real(Path path) implements LaidOutStore {

    @Override
    public Disk disk() {
      return FileDisk.INSTANCE;
    }

    @Override
    public StoreFiles files() {
      NavigableMap<String, byte[]> files = new TreeMap<>();
      for (Path file : walk()) {
        try {
          if (Files.isRegularFile(file)) {
            files.put(path.relativize(file).toString(), Files.readAllBytes(file));
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return new StoreFiles(files);
    }

    private List<Path> walk() {
      if (!Files.exists(path)) {
        return List.of();
      }
      try (Stream<Path> all = Files.walk(path)) {
        return all.sorted(Comparator.reverseOrder()).toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void clear() {
      try {
        for (Path file : walk()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
