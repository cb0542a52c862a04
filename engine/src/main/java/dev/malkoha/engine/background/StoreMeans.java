package dev.malkoha.engine.background;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.memtable.SpareParts;
import dev.malkoha.engine.resource.BudgetAccount;
import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.resource.MemTableBudget;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.sstable.BlockCache;

/**
 * What one store works with, of its own or shared with others.
 *
 * @param memory the memory of its memtables
 * @param parts the source of these memtables' arrays
 * @param whenClosed is run when the store has been closed, or could not be opened
 */
public record StoreMeans(
    Workers workers,
    BudgetAccount memory,
    SpareParts parts,
    TableResources tables,
    Runnable whenClosed) {

  /** Means of the store's own, as its options say. */
  public static StoreMeans own(DbOptions options, Workers workers) {
    long cacheBytes = options.blockCacheBytes();
    MemTableBudget memory = new MemTableBudget(options.memoryBytesMax() - cacheBytes, false);
    HeapUse heap =
        new HeapUse(() -> cacheBytes + memory.capacityBytes(), Runtime.getRuntime().maxMemory());
    TableResources tables =
        new TableResources(new BlockCache(cacheBytes), workers.hasThreads(), heap);
    return new StoreMeans(workers, memory.open(), new SpareParts(), tables, () -> {});
  }

  /** Lets go of what is shared. */
  public void letGo() {
    memory.close();
    whenClosed.run();
  }
}
