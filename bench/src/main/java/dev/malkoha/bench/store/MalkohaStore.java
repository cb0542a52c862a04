package dev.malkoha.bench.store;

import dev.malkoha.bench.Scratch;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbStats;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.MergeFunctions;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Malkoha through its public interface, with one filter or another. Its counters are always on. */
final class MalkohaStore implements Store {

  /** Writes for each mark, in a store that is opened at its marks. */
  private static final int WRITES_PER_MARK = 10_000;

  private final Path directory;
  private final StoreSettings settings;
  private final MalkohaReads reads = new MalkohaReads();
  private final Db db;
  private final Optional<Aging> aging;
  private final boolean isAtMarks;
  private final AtomicLong written = new AtomicLong();

  private MalkohaStore(Path directory, StoreSettings settings, DbOptions.Builder options) {
    this.directory = directory;
    this.settings = settings;
    db = Db.open(directory, options.listener(reads).build());
    isAtMarks = db.options().openAtLastMark();
    aging = settings.ages() ? Optional.of(MalkohaAging.of(db, settings)) : Optional.empty();
  }

  static MalkohaStore withCuckooFilter(Path directory, StoreSettings settings) {
    return new MalkohaStore(directory, settings, options(settings));
  }

  static MalkohaStore withBloomFilter(Path directory, StoreSettings settings) {
    FilterPolicy bloom = FilterPolicy.blockedBloom(StoreSettings.BLOOM_BITS_PER_KEY);
    return new MalkohaStore(directory, settings, options(settings).filter(bloom));
  }

  static MalkohaStore atMarks(Path directory, StoreSettings settings) {
    return new MalkohaStore(directory, settings, options(settings).openAtLastMark(true));
  }

  private void wrote() {
    if (isAtMarks && written.incrementAndGet() % WRITES_PER_MARK == 0) {
      db.mark(new byte[0]);
    }
  }

  private static DbOptions.Builder options(StoreSettings settings) {
    DbOptions.Builder options =
        DbOptions.builder()
            .memTableBytes(settings.writeBufferBytes())
            .blockCacheBytes(settings.cacheBytes())
            .blockBytes(settings.blockBytes())
            .compression(settings.snappy() ? Compression.SNAPPY : Compression.LZ4)
            .prefixFilter(prefixes(settings.prefixBytes()))
            .valueFileThreshold(settings.valuesApart())
            .backgroundThreads(settings.compactionThreads())
            .deleteApplier(settings.deletes() != DeleteCare.NONE);
    return merging(options, settings.merges());
  }

  private static DbOptions.Builder merging(DbOptions.Builder options, MergeKind kind) {
    return switch (kind) {
      case NONE -> options;
      case SUM -> options.mergeFunction("sum", MergeFunctions.longSum());
      case LIST -> options.mergeFunction("list", MergeFunctions.append(new byte[] {','}));
    };
  }

  private static KeyPrefix prefixes(int bytes) {
    return bytes == 0 ? KeyPrefix.none() : KeyPrefix.ofLength(bytes);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    db.put(key, value);
    wrote();
  }

  @Override
  public void delete(byte[] key) {
    db.delete(key);
    wrote();
  }

  @Override
  public void deleteRange(byte[] from, byte[] to) {
    db.deleteRange(from, to);
    wrote();
  }

  @Override
  public Optional<Merging> merging() {
    return settings.merges() == MergeKind.NONE ? Optional.empty() : Optional.of(db::merge);
  }

  @Override
  public Optional<Aging> aging() {
    return aging;
  }

  @Override
  public void update(byte[] key, Function<byte @Nullable [], byte[]> change) {
    db.update(key, change::apply);
    wrote();
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return db.get(key);
  }

  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    return db.getAll(keys);
  }

  @Override
  public int get(byte[] key, byte[] into) {
    return db.get(key, MemorySegment.ofArray(into));
  }

  @Override
  public long count() {
    return db.count(KeyRange.all());
  }

  @Override
  public byte @Nullable [] pop() {
    return db.inTransaction(
        tx -> {
          try (Cursor cursor = tx.scan(KeyRange.all())) {
            if (!cursor.next()) {
              return null;
            }
            byte[] head = cursor.key();
            tx.delete(head);
            return head;
          }
        });
  }

  @Override
  public Batch batch() {
    return new MalkohaBatch(db, WriteBatch::put, this::wrote);
  }

  @Override
  public void ingest(Iterator<Map.Entry<byte[], byte[]>> entries) {
    db.ingest(entries, IngestOptions.ofMemory(db.options().defaultKeyspace().memTableBytes()));
  }

  @Override
  public StoreCursor cursor() {
    return new MalkohaCursor(db.scan(KeyRange.all()));
  }

  @Override
  public StoreCursor prefix(byte[] prefix) {
    return new MalkohaCursor(db.scan(KeyRange.prefix(prefix)));
  }

  @Override
  public Optional<InPlace> inPlace() {
    return Optional.of(new MalkohaInPlace(db));
  }

  @Override
  public StoreSnapshot snapshot() {
    return new MalkohaSnapshot(db, db.snapshot());
  }

  @Override
  public void settle() {
    db.flush();
    db.awaitIdle();
  }

  @Override
  public void compact() {
    db.compact();
    db.awaitIdle();
  }

  @Override
  public Counters counters() {
    DbStats stats = db.stats();
    return new Counters(
        stats.count("block.reads") - stats.count("applier.block.reads"),
        stats.count("filter.negatives"),
        stats.count("filter.false.positives"),
        stats.count("flush.written")
            + stats.count("compaction.written")
            + stats.count("sidecar.written"),
        reads.bytes() + stats.count("applier.block.reads") * settings.blockBytes());
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    DbStats stats = db.stats();
    Map<DeleteFigure, Long> figures = new EnumMap<>(DeleteFigure.class);
    figures.put(DeleteFigure.TOMBSTONES, stats.count("table.deletes"));
    figures.put(DeleteFigure.ELIDED, stats.count("deletes.elided"));
    figures.put(DeleteFigure.DEAD_ENTRIES, stats.count("table.dead.entries"));
    figures.put(DeleteFigure.FILTER_REMOVALS, stats.count("filter.removals"));
    figures.put(DeleteFigure.APPLIER_BLOCK_READS, stats.count("applier.block.reads"));
    figures.put(DeleteFigure.DEAD_BLOCKS_SKIPPED, stats.count("dead.blocks.skipped"));
    figures.put(DeleteFigure.GARBAGE_REWRITES, stats.count("garbage.rewrites"));
    return figures;
  }

  @Override
  public double filterBitsPerKey() {
    DbStats stats = db.stats();
    long keys = stats.count("filter.keys");
    return keys == 0 ? 0 : 8.0 * stats.count("filter.size") / keys;
  }

  @Override
  public long bytesOnDisk() {
    return Scratch.bytesIn(directory);
  }

  @Override
  public void close() {
    if (isAtMarks) {
      db.mark(new byte[0]);
    }
    db.close();
  }

  private record MalkohaSnapshot(Db db, Snapshot moment) implements StoreSnapshot {

    @Override
    public byte @Nullable [] get(byte[] key) {
      return db.get(key, moment);
    }

    @Override
    public StoreCursor cursor() {
      return new MalkohaCursor(db.scan(KeyRange.all(), moment));
    }

    @Override
    public void close() {
      moment.close();
    }
  }
}
