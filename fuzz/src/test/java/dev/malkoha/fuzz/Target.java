package dev.malkoha.fuzz;

import dev.malkoha.engine.StoreTarget;
import dev.malkoha.engine.recovery.BatchTarget;
import dev.malkoha.engine.version.ManifestTarget;
import dev.malkoha.filter.block.FilterBlockTarget;
import dev.malkoha.sstable.DataBlockTarget;
import dev.malkoha.sstable.TableTarget;
import dev.malkoha.sstable.sidecar.SidecarTarget;
import dev.malkoha.wal.LogTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Everything that is fuzzed: each target reads any bytes, and throws if the reader breaks its
 * contract.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
enum Target {
  LOG(LogTarget.class, LogTarget::fuzzerTestOneInput, LogTarget::seeds),
  MANIFEST(ManifestTarget.class, ManifestTarget::fuzzerTestOneInput, ManifestTarget::seeds),
  TABLE(TableTarget.class, TableTarget::fuzzerTestOneInput, TableTarget::seeds),
  DATA_BLOCK(DataBlockTarget.class, DataBlockTarget::fuzzerTestOneInput, DataBlockTarget::seeds),
  FILTER_BLOCK(
      FilterBlockTarget.class, FilterBlockTarget::fuzzerTestOneInput, FilterBlockTarget::seeds),
  SIDECAR(SidecarTarget.class, SidecarTarget::fuzzerTestOneInput, SidecarTarget::seeds),
  BATCH(BatchTarget.class, BatchTarget::fuzzerTestOneInput, BatchTarget::seeds),
  STORE(StoreTarget.class, StoreTarget::fuzzerTestOneInput, StoreTarget::seeds);

  private static final Path CORPORA =
      Path.of(System.getProperty("basedir", "."), "src", "test", "resources", "corpus");

  private final Class<?> type;
  private final Reader reader;
  private final Callable<Stream<byte[]>> seeds;

  Target(Class<?> type, Reader reader, Callable<Stream<byte[]>> seeds) {
    this.type = type;
    this.reader = reader;
    this.seeds = seeds;
  }

  /** Reads any bytes. */
  @FunctionalInterface
  private interface Reader {
    void read(byte[] input) throws Exception;
  }

  /** The class whose {@code fuzzerTestOneInput} the fuzzer calls. */
  Class<?> type() {
    return type;
  }

  /** Reads an input. */
  void read(byte[] input) throws Exception {
    reader.read(input);
  }

  /** Inputs made by the writers of what is read. */
  List<byte[]> seeds() throws Exception {
    return seeds.call().toList();
  }

  /** Where the inputs lie that fuzzing found worth keeping, among them all that broke something. */
  Path corpus() {
    return CORPORA.resolve(name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** The files of the corpus. */
  List<Path> kept() throws IOException {
    try (Stream<Path> files = Files.list(corpus())) {
      return files.sorted().toList();
    }
  }
}
