package dev.malkoha.engine.ingest;

import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Tables of no store, open, checked each by itself and for not overlapping each other. */
public final class LooseTables implements Closeable {

  private record Named(Path path, LooseTable table) {}

  private final List<Directory> directories = new ArrayList<>();
  private final List<Named> tables = new ArrayList<>();

  private LooseTables() {}

  /**
   * Opens and checks tables.
   *
   * @throws IllegalArgumentException if two of them overlap
   */
  public static LooseTables open(Disk disk, List<Path> files) throws IOException {
    LooseTables opened = new LooseTables();
    try {
      for (Path file : files) {
        opened.add(disk, file.toAbsolutePath().normalize());
      }
      opened.order();
      return opened;
    } catch (IOException | RuntimeException | Error e) {
      Aftermath.of(e, opened::close);
      throw e;
    }
  }

  private void add(Disk disk, Path file) throws IOException {
    Path parent = file.getParent();
    Path name = file.getFileName();
    if (parent == null || name == null) {
      throw new IllegalArgumentException(file + " is no file: name one that a TableWriter made");
    }
    Directory directory = disk.openExisting(parent);
    directories.add(directory);
    tables.add(new Named(file, LooseTable.open(directory, name.toString())));
  }

  /** Orders the tables by key, without empty ones. */
  private void order() {
    tables.sort(
        Comparator.comparing(
            named -> named.table.properties().smallestKey(), Arrays::compareUnsigned));
    List<Named> full =
        tables.stream().filter(named -> named.table.properties().entries() > 0).toList();
    for (int i = 1; i < full.size(); i++) {
      Named before = full.get(i - 1);
      Named after = full.get(i);
      if (Arrays.compareUnsigned(
              before.table.properties().largestKey(), after.table.properties().smallestKey())
          >= 0) {
        throw new IllegalArgumentException(
            "%s and %s have keys in the same range: ingest them one after the other, or sort their entries into files that do not overlap"
                .formatted(before.path, after.path));
      }
    }
  }

  /** The tables that are not empty, by key. */
  public List<LooseTable> tables() {
    return tables.stream()
        .map(Named::table)
        .filter(table -> table.properties().entries() > 0)
        .toList();
  }

  @Override
  public void close() throws IOException {
    List<Closeable> all = new ArrayList<>();
    tables.forEach(named -> all.add(named.table));
    all.addAll(directories);
    IOException failure = null;
    for (Closeable one : all) {
      try {
        one.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
