package dev.malkoha.bench.command;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreKind;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that measures stores. */
final class MeasureOptions {

  private static final int ROUNDS = 3;

  @Option(
      names = "--stores",
      split = ",",
      paramLabel = "NAME",
      description =
          "Which stores, of: malkoha, malkoha-bloom, rocksdb, lmdb, mvstore, rocksdb-direct, for what"
              + " expires malkoha-apart and rocksdb-fifo, malkoha-marks, which is opened at its marks,"
              + " and rocksdb-c, which is RocksDB by its C API, without JNI. Default: the first three,"
              + " for bench the first five, and for what expires malkoha, malkoha-apart, rocksdb and"
              + " rocksdb-fifo.")
  private @Nullable List<String> stores;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Timed rounds, after one that warms up and counts. Default: " + ROUNDS + ".")
  private @Nullable Integer rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random order. Default: ${DEFAULT-VALUE}.")
  private long seed = 42;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "An existing directory for the stores' files. Default: the temporary one.")
  private Path parent = Scratch.defaultParent();

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
  private @Nullable Path json;

  /** The stores that were named, or else those that are usual for a command. */
  List<StoreKind> stores(List<StoreKind> usual) {
    return stores == null ? usual : stores.stream().map(StoreKind::of).toList();
  }

  int rounds() {
    return rounds(ROUNDS);
  }

  /** The rounds that were asked for, or else as many as are usual for a command. */
  int rounds(int usual) {
    return rounds == null ? usual : rounds;
  }

  long seed() {
    return seed;
  }

  Path parent() {
    return parent;
  }

  @Nullable Path json() {
    return json;
  }
}
