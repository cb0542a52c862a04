package dev.malkoha.bench.memory;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where loaded stores lie: in a directory that is kept, in which a later run finds them again, or
 * in one that goes with the run.
 */
final class Shelf {

  /** Beside a store's directory: it was loaded whole. */
  private static final String WHOLE = ".loaded";

  private final Optional<Path> kept;
  private final Scratch scratch;
  private final Map<String, Path> made = new HashMap<>();

  Shelf(Optional<Path> kept, Scratch scratch) {
    this.kept = kept;
    this.scratch = scratch;
  }

  private static String name(StoreKind store, Stage stage, int entries) {
    return store.label() + "-" + stage.name().toLowerCase(Locale.ROOT) + "-" + entries;
  }

  /** Whether a store was loaded by an earlier run. */
  boolean holds(StoreKind store, Stage stage, int entries) {
    return kept.isPresent() && Files.exists(mark(directory(store, stage, entries)));
  }

  Path directory(StoreKind store, Stage stage, int entries) {
    String name = name(store, stage, entries);
    return kept.map(directory -> directory.resolve(name))
        .orElseGet(() -> made.computeIfAbsent(name, scratch::directory));
  }

  /** An empty directory for a store; what a load that was cut short has left there goes. */
  Path make(StoreKind store, Stage stage, int entries) throws IOException {
    Path directory = directory(store, stage, entries);
    if (kept.isPresent()) {
      Scratch.delete(directory);
      Files.createDirectories(directory);
    }
    return directory;
  }

  void mark(StoreKind store, Stage stage, int entries) throws IOException {
    if (kept.isPresent()) {
      Files.createFile(mark(directory(store, stage, entries)));
    }
  }

  private static Path mark(Path directory) {
    return directory.resolveSibling(directory.getFileName() + WHOLE);
  }

  /** Deletes a store that is not kept. */
  void clear(StoreKind store, Stage stage, int entries) {
    if (kept.isEmpty()) {
      Scratch.delete(directory(store, stage, entries));
    }
  }
}
