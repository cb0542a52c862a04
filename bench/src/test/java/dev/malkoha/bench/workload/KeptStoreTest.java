package dev.malkoha.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.bench.store.MemoryCare;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.KeptStore.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores that are loaded once and opened for each workload, in this process. */
final class KeptStoreTest {

  private static final int ENTRIES = 3_000;
  private static final int READS = 200;

  private static BenchOptions options(StoreKind kind, Workload workload, Path parent) {
    StoreSettings settings = StoreSettings.withMebibytes(4).with(MemoryCare.BOUNDED);
    return new BenchOptions(
        List.of(kind), List.of(workload), ENTRIES, READS, 1, 1, settings, 42, parent);
  }

  @ParameterizedTest
  @EnumSource(names = {"MALKOHA", "ROCKSDB", "LMDB"})
  void isReadAsItWasLoaded(StoreKind kind, @TempDir Path parent) throws IOException {
    for (Workload workload :
        List.of(Workload.READSEQ, Workload.MULTI64, Workload.YCSBE, Workload.PREFIXSCAN)) {
      Path directory = Files.createDirectory(parent.resolve(workload.label()));
      AtomicInteger opened = new AtomicInteger();
      KeptStore store =
          new KeptStore(kind, workload.stage(), directory, options(kind, workload, parent));

      Measured load = store.load();
      List<Measured> run = store.run(workload, 50, opened::incrementAndGet);

      assertEquals(workload == Workload.YCSBE ? ENTRIES / 2 : ENTRIES, load.operations());
      assertTrue(load.bytesOnDisk() > 0);
      assertEquals(1, opened.get());
      assertEquals(1, run.get(0).operations());
      assertEquals(workload.isWhole() ? ENTRIES : READS, run.get(1).operations());
      assertNotNull(run.get(1).latency());
    }
  }
}
