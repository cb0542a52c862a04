package dev.malkoha.bench.workload;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/**
 * Opens a store that was filled and closed, and gets one entry of it: some times in this process,
 * or once in a fresh one. Closing it is not counted.
 */
final class OpenRun {

  private static final int WARM_TIMES = 10;

  private final StoreKind kind;
  private final Workload workload;
  private final Path directory;
  private final BenchOptions options;

  OpenRun(StoreKind kind, Workload workload, Path directory, BenchOptions options) {
    this.kind = kind;
    this.workload = workload;
    this.directory = directory;
    this.options = options;
  }

  Team.Took run() {
    Histogram nanos = Ticks.empty();
    boolean warm = workload == Workload.OPEN;
    for (int i = 0; i < (warm ? WARM_TIMES : 1); i++) {
      int number = (int) (Zipfian.hash(i) % options.entries());
      nanos.recordValue(warm ? open(number) : new OpenProbe(kind, directory).run(options, number));
    }
    return Team.Took.of(nanos);
  }

  private long open(int number) {
    long start = System.nanoTime();
    try (Store store = kind.open(directory, options.settings())) {
      byte[] value = store.get(BenchKey.present().of(number));
      long took = System.nanoTime() - start;
      if (value == null || value.length != ValueSource.BYTES) {
        throw new WrongAnswerException(kind.label(), workload.label(), "a key was not found");
      }
      return took;
    }
  }
}
