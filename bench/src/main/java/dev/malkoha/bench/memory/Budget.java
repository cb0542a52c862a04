package dev.malkoha.bench.memory;

import dev.malkoha.bench.store.MemoryCare;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.util.List;

/**
 * What one store does with a limited memory: fixed before it is run, and printed.
 *
 * @param heap of Java, at most
 * @param cache of blocks: in the heap, or beside it; 0 if the store has none
 * @param writeBuffer bytes of a memtable; 0 if the store has none
 */
record Budget(long heap, long cache, long writeBuffer) {

  private static final long MEBI = 1L << 20;

  /** Filters and indexes of blocks, which Malkoha keeps in the heap: bytes for an entry. */
  private static final int RESIDENT_BYTES = 3;

  /** Memtables: one that is written, and others that are flushed. */
  private static final int WRITE_BUFFERS = 3;

  /** The memory of a compaction while it builds the filter of one table beside the next. */
  private static final long WRITING_BYTES = 28 * MEBI;

  /**
   * Of a store.
   *
   * @param limit of all memory, page cache included
   * @param heap if it is not to be the usual one; else 0
   */
  static Budget of(StoreKind kind, long limit, int entries, long heap) {
    long writeBuffer = Math.min(64 * MEBI, Math.max(MEBI, limit / 32));
    return switch (kind) {
      case MALKOHA, MALKOHA_BLOOM, MVSTORE -> inHeap(limit, entries, heap, writeBuffer);
      case LMDB -> new Budget(smallHeap(limit), 0, 0);
      default -> beside(limit, writeBuffer);
    };
  }

  /**
   * All in the heap, of which a quarter is left to the collector. Three eighths of the limit are
   * the heap, or more where filters would not fit; the rest is left to the page cache.
   */
  private static Budget inHeap(long limit, int entries, long given, long writeBuffer) {
    long needed = (long) entries * RESIDENT_BYTES + WRITE_BUFFERS * writeBuffer + WRITING_BYTES;
    long usual = Math.min(limit * 5 / 8, Math.max(limit * 3 / 8, needed * 3 / 2));
    long heap = given == 0 ? usual : given;
    return new Budget(heap, Math.max(heap / 32, heap * 3 / 4 - needed), writeBuffer);
  }

  /** A native cache of most of the limit; a fifth is left to Java itself and to what is mapped. */
  private static Budget beside(long limit, long writeBuffer) {
    long heap = smallHeap(limit);
    long cache = limit - heap - WRITE_BUFFERS * writeBuffer - limit / 5;
    return new Budget(heap, Math.max(MEBI, cache), writeBuffer);
  }

  private static long smallHeap(long limit) {
    return Math.min(128 * MEBI, Math.max(64 * MEBI, limit / 8));
  }

  /** The options of Java. */
  List<String> java() {
    return LimitedJava.options(heap);
  }

  StoreSettings settings() {
    return StoreSettings.withMebibytes(Math.toIntExact(Math.max(1, cache / MEBI)))
        .withWriteBuffer(Math.max(MEBI, writeBuffer))
        .with(MemoryCare.BOUNDED);
  }

  /** In words. */
  String describe() {
    String java = String.join(" ", java());
    return cache == 0
        ? java + ", no cache of its own"
        : "%s, cache %s, write buffer %s"
            .formatted(java, ByteSize.mebibytes(cache), ByteSize.mebibytes(writeBuffer));
  }
}
