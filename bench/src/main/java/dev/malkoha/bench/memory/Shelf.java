package dev.malkoha.bench.memory;

import dev.malkoha.bench.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
  private final Map<Filling, Path> made = new HashMap<>();

  Shelf(Optional<Path> kept, Scratch scratch) {
    this.kept = kept;
    this.scratch = scratch;
  }

  /** Whether a store was loaded by an earlier run. */
  boolean holds(Filling filling) {
    return kept.isPresent() && Files.exists(mark(filling));
  }

  Path directory(Filling filling) {
    return kept.map(directory -> directory.resolve(filling.name()))
        .orElseGet(
            () -> made.computeIfAbsent(filling, missing -> scratch.directory(missing.name())));
  }

  /** Makes its directory empty: what a load that was cut short has left there goes. */
  void prepare(Filling filling) throws IOException {
    Path directory = directory(filling);
    if (kept.isPresent()) {
      if (Files.exists(directory)) {
        Scratch.delete(directory);
      }
      Files.createDirectories(directory);
    }
  }

  /** Its load has ended. */
  void loaded(Filling filling) throws IOException {
    if (kept.isPresent()) {
      Files.createFile(mark(filling));
    }
  }

  private Path mark(Filling filling) {
    return directory(filling).resolveSibling(filling.name() + WHOLE);
  }

  /** Deletes a store that is not kept. */
  void clear(Filling filling) {
    if (kept.isEmpty()) {
      Scratch.delete(directory(filling));
    }
  }
}
