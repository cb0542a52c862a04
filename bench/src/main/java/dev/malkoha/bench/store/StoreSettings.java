package dev.malkoha.bench.store;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * What every store of a run is given alike.
 *
 * @param cacheBytes size of the block cache; 0 for none
 * @param writeBufferBytes size at which a memtable is written to a table
 * @param blockBytes size of a data block before compression
 * @param compactionThreads threads for compaction, beside one for flushes
 * @param counting whether {@link Store#counters} must count; a store may be slower then
 * @param deletes who looks after deletes
 * @param prefixBytes length of the prefixes of keys that filters are to hold, too; 0 for none
 * @param valuesApart from how many bytes on values are kept in files of their own, by stores that
 *     can; 0 for none
 * @param memory what memory the store may count on beside its cache
 * @param snappy whether blocks are packed by Snappy everywhere, and not as each store does by
 *     default
 * @param merges the merges that the store is opened for, if it has any
 * @param timeToLive of entries that expire, in whole seconds; zero if none are to
 * @param ageing how they are kept
 */
public record StoreSettings(
    long cacheBytes,
    long writeBufferBytes,
    int blockBytes,
    int compactionThreads,
    boolean counting,
    DeleteCare deletes,
    int prefixBytes,
    int valuesApart,
    MemoryCare memory,
    boolean snappy,
    MergeKind merges,
    Duration timeToLive,
    AgeCare ageing) {

  /** Bits per key of the Bloom filters that the cuckoo filter is measured against. */
  public static final int BLOOM_BITS_PER_KEY = 10;

  private static final int MAX_CACHE_MEBIBYTES = 1 << 20;

  /**
   * Equal settings with a cache of a size in MiB, a write buffer of 64 MiB and blocks of 4 KiB.
   *
   * @throws IllegalArgumentException if the cache is not of 1 MiB to 1 TiB
   */
  public static StoreSettings withMebibytes(int cache) {
    if (cache < 1 || cache > MAX_CACHE_MEBIBYTES) {
      throw new IllegalArgumentException(
          "the cache must be of 1 to " + MAX_CACHE_MEBIBYTES + " MiB, not " + cache);
    }
    return new StoreSettings(
        (long) cache << 20,
        64L << 20,
        4096,
        1,
        false,
        DeleteCare.DEFAULT,
        0,
        0,
        MemoryCare.FREE,
        false,
        MergeKind.NONE,
        Duration.ZERO,
        AgeCare.USUAL);
  }

  /** The same, with the store's counters on. */
  public StoreSettings withCounters() {
    return changed(draft -> draft.counting = true);
  }

  /** The same without a block cache, so that each block that is needed is read from its file. */
  public StoreSettings withoutCache() {
    return withCache(0);
  }

  /** The same with a block cache of another size. */
  public StoreSettings withCache(long bytes) {
    return changed(draft -> draft.cacheBytes = bytes);
  }

  /** The same with a write buffer of another size. */
  public StoreSettings withWriteBuffer(long bytes) {
    return changed(draft -> draft.writeBufferBytes = bytes);
  }

  /** The same with deletes looked after in another way. */
  public StoreSettings with(DeleteCare care) {
    return changed(draft -> draft.deletes = care);
  }

  /** The same with prefixes of keys in the filters. */
  public StoreSettings withPrefixes(int bytes) {
    return changed(draft -> draft.prefixBytes = bytes);
  }

  /** The same with values from a size in bytes on in files of their own; 0 for none. */
  public StoreSettings withValuesApart(int bytes) {
    return changed(draft -> draft.valuesApart = bytes);
  }

  /** The same with other memory to count on. */
  public StoreSettings with(MemoryCare care) {
    return changed(draft -> draft.memory = care);
  }

  /** The same with blocks packed by Snappy everywhere, or as each store does by default. */
  public StoreSettings withSnappy(boolean everywhere) {
    return changed(draft -> draft.snappy = everywhere);
  }

  /** The same for merges. */
  public StoreSettings with(MergeKind kind) {
    return changed(draft -> draft.merges = kind);
  }

  /** The same for entries that expire. */
  public StoreSettings withTimeToLive(Duration time) {
    return changed(draft -> draft.timeToLive = time);
  }

  /** The same with what expires kept in another way. */
  public StoreSettings with(AgeCare care) {
    return changed(draft -> draft.ageing = care);
  }

  /** Whether it is to have entries that expire. */
  public boolean ages() {
    return !timeToLive.isZero();
  }

  private StoreSettings changed(Consumer<Draft> change) {
    Draft draft = new Draft();
    change.accept(draft);
    return draft.settings();
  }

  /** The settings in words, for the notes under a result. */
  public String describe() {
    return (snappy ? "Snappy" : "each store's default compression (Malkoha LZ4, RocksDB Snappy)")
        + String.format(
            Locale.ROOT,
            ", blocks of %,d B, cache %d MiB, write buffer %d MiB, log on, not forced",
            blockBytes,
            cacheBytes >> 20,
            writeBufferBytes >> 20)
        + (valuesApart == 0
            ? ""
            : String.format(Locale.ROOT, ", values of %,d B or more apart", valuesApart));
  }

  /** The further options of RocksDB, where its deletes are looked after. */
  public static String rocksdbDeletes() {
    return RocksOptions.deleteTuning();
  }

  /** The same settings, but of fields that can be changed. */
  private final class Draft {

    private long cacheBytes = StoreSettings.this.cacheBytes;
    private long writeBufferBytes = StoreSettings.this.writeBufferBytes;
    private boolean counting = StoreSettings.this.counting;
    private DeleteCare deletes = StoreSettings.this.deletes;
    private int prefixBytes = StoreSettings.this.prefixBytes;
    private int valuesApart = StoreSettings.this.valuesApart;
    private MemoryCare memory = StoreSettings.this.memory;
    private boolean snappy = StoreSettings.this.snappy;
    private MergeKind merges = StoreSettings.this.merges;
    private Duration timeToLive = StoreSettings.this.timeToLive;
    private AgeCare ageing = StoreSettings.this.ageing;

    StoreSettings settings() {
      return new StoreSettings(
          cacheBytes,
          writeBufferBytes,
          blockBytes,
          compactionThreads,
          counting,
          deletes,
          prefixBytes,
          valuesApart,
          memory,
          snappy,
          merges,
          timeToLive,
          ageing);
    }
  }
}
