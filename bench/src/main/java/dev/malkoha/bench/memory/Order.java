package dev.malkoha.bench.memory;

import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.KeptStore;
import dev.malkoha.bench.workload.Workload;
import java.nio.file.Path;
import java.util.List;

/**
 * What another process is told to do with one store.
 *
 * @param directory of its files
 * @param parent a directory for others
 * @param workload the workload to run; one of a store that is to be loaded only says of what kind
 * @param load whether to load it
 * @param warmReads operations before those that count
 * @param dropping whether to drop the page cache before the store is opened
 */
record Order(
    StoreKind store,
    String directory,
    String parent,
    Workload workload,
    boolean load,
    int entries,
    int reads,
    int warmReads,
    int threads,
    long seed,
    Budget budget,
    boolean dropping) {

  KeptStore keptStore() {
    BenchOptions options =
        new BenchOptions(
            List.of(store),
            List.of(workload),
            entries,
            reads,
            threads,
            1,
            budget.settings(),
            seed,
            Path.of(parent));
    return new KeptStore(store, workload.stage(), Path.of(directory), options);
  }
}
