package dev.malkoha.bench.workload;

import dev.malkoha.bench.RandomOrder;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** One store of one size, from its first entry to its opening. */
public final class GrownStore {

  private static final Map<Curve, Workload> READS =
      Map.of(
          Curve.GET, Workload.READRANDOM,
          Curve.MISS, Workload.READMISSING,
          Curve.SEEK, Workload.SEEKRANDOM,
          Curve.SCAN, Workload.READSEQ);

  private final StoreKind kind;
  private final BenchOptions options;
  private final Scratch scratch;
  private final Map<Curve, Double> figures = new EnumMap<>(Curve.class);

  /** Prepares a store of as many entries as the options say. */
  public GrownStore(StoreKind kind, BenchOptions options, Scratch scratch) {
    this.kind = kind;
    this.options = options;
    this.scratch = scratch;
  }

  /** Fills it, reads it, closes and opens it. */
  public Map<Curve, Double> figures() {
    Path directory = scratch.directory(kind.label());
    try (Store store = kind.open(directory, options.settings())) {
      fill(store);
      for (Curve curve : Curve.values()) {
        if (READS.containsKey(curve)) {
          Workload workload = READS.get(curve);
          figures.put(curve, new WorkloadRun(site(store, workload)).run().microsPerOp());
        }
      }
      figures.put(Curve.HEAP, heap() / 1e6);
    }
    Team.Took opened = new OpenRun(kind, Workload.OPEN, directory, options).run();
    figures.put(Curve.OPEN, opened.latency().orElseThrow().p50() / 1_000);
    Scratch.delete(directory);
    return figures;
  }

  private Site site(Store store, Workload workload) {
    return new Site(kind.label(), workload, store, options, new int[0]);
  }

  /** Puts every key once, one by one, and waits until the store is idle. */
  private void fill(Store store) {
    int[] order = RandomOrder.of(options.entries(), options.seed());
    BenchKey key = BenchKey.present();
    ValueSource values = new ValueSource(options.seed());
    Cost.Meter meter = new Cost.Meter(site(store, Workload.FILLRANDOM));
    for (int number : order) {
      store.put(key.of(number), values.next());
    }
    store.settle();
    Cost cost = meter.read(order.length);
    figures.put(Curve.FILL, cost.settledMicrosPerOp());
    figures.put(Curve.DISK, cost.bytesOnDiskPerUserByte());
    if (cost.bytesWritten() >= 0) {
      figures.put(Curve.WRITTEN, cost.writtenPerUserByte());
    }
  }

  private static long heap() {
    ManagementFactory.getMemoryMXBean().gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
