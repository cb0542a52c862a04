package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.MergeKind;
import dev.malkoha.bench.store.Store;

/**
 * One workload on one open store. Every answer is checked as far as that costs next to nothing, and
 * all stores pay the same for it and for making keys and values.
 */
final class WorkloadRun {

  private final Site site;

  /**
   * Prepares a run.
   *
   * @param order all key numbers in a random order; the first half of it is what gets deleted
   */
  WorkloadRun(String name, Workload workload, Store store, BenchOptions options, int[] order) {
    this(new Site(name, workload, store, options, order));
  }

  WorkloadRun(Site site) {
    this.site = site;
  }

  /** Checks what merges have come to; the answers of other workloads are checked as they come. */
  static void verify(Site site) {
    if (site.workload().stage().merges() != MergeKind.NONE) {
      new MergeRun(site).verify();
    }
  }

  Team.Took run() {
    return switch (site.workload()) {
      case FILLSEQ,
          FILLRANDOM,
          FILLRANDOM2,
          FILLRANDOM8,
          OVERWRITE,
          FILLBATCH,
          FILLBATCHRANDOM,
          FILLINGEST,
          FILLINGESTRANDOM,
          DELETERANDOM ->
          new WriteRun(site).run();
      case QUEUE, QUEUEBACK, QUEUEHELD, QUEUEFRESH, QUEUETX, QUEUERARE -> new QueueRun(site).run();
      case RANGEWRITE, RANGEREAD -> new RangeRun(site).run();
      case QUEUESCAN -> QueueRun.scan(site);
      case READNEAR, GETINTO, MULTIGET, MULTIMISSING, MULTINEAR, MULTI64, COUNT ->
          new ReadRun(site).run();
      case READSEQ, READREVERSE, SCANINPLACE, SEEKRANDOM, SEEKBEYOND, SCANAFTERDELETE ->
          new ScanRun(site).run();
      case READRANDOM, READMISSING, READINPLACE, READWHILEWRITING, READBEYOND, READDELETED ->
          new GetRun(site).run();
      case YCSBA, YCSBB, YCSBC, YCSBD, YCSBE, YCSBF -> new YcsbRun(site).run();
      case PREFIXLOADED, PREFIXSCAN, PREFIXBACK, PREFIXMISSING -> new PrefixRun(site).run();
      case MERGERANDOM, READMERGED, COUNTER, COUNTERREAD, COUNTERUPDATE, APPEND, READLISTS ->
          new MergeRun(site).run();
      case EXPIRE -> new AgeRun(site).put();
      case READEXPIRED -> new AgeRun(site).get();
      case FILL100, FILL1K, FILL16K, FILL256K, FILL1M -> new SizeRun(site).fill();
      case READ100, READ1K, READ16K, READ256K, READ1M -> new SizeRun(site).read();
      case SCAN100, SCAN1K, SCAN16K, SCAN256K, SCAN1M -> new SizeRun(site).scan();
      case OPEN, OPENFIRST ->
          throw new IllegalArgumentException(site.workload().label() + " opens the store itself");
    };
  }
}
