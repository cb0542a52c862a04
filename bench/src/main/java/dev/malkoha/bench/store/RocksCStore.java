package dev.malkoha.bench.store;

import static dev.malkoha.bench.store.RocksCLibrary.call;
import static dev.malkoha.bench.store.RocksCLibrary.function;
import static dev.malkoha.bench.store.RocksCLibrary.make;
import static dev.malkoha.bench.store.RocksCLibrary.unexpected;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.malkoha.bench.Scratch;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RocksDB by its C API, as {@link RocksStore} is by its Java binding: the same, without JNI. */
final class RocksCStore implements Store {

  private static final MethodHandle PUT =
      function(
          "rocksdb_put",
          FunctionDescriptor.ofVoid(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle DELETE =
      function(
          "rocksdb_delete",
          FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private final Path directory;
  private final StoreSettings settings;
  private final RocksNatives owned;
  private final long writes;
  private final long db;
  private final long reads;
  private final long prefixReads;
  private final long family;
  private final RocksCView now;
  private final RocksCFigures figures;

  private RocksCStore(Path directory, StoreSettings settings, RocksNatives owned) {
    this.directory = directory;
    this.settings = settings;
    this.owned = owned;
    long options = RocksCOptions.of(settings, owned);
    writes = own(make("rocksdb_writeoptions_create"), "rocksdb_writeoptions_destroy");
    db = own(opened(directory, options), "rocksdb_close");
    reads = own(make("rocksdb_readoptions_create"), "rocksdb_readoptions_destroy");
    call("rocksdb_readoptions_set_total_order_seek", reads, true);
    prefixReads = own(make("rocksdb_readoptions_create"), "rocksdb_readoptions_destroy");
    call("rocksdb_readoptions_set_prefix_same_as_start", prefixReads, true);
    family =
        own(
            make("rocksdb_get_default_column_family_handle", db),
            "rocksdb_column_family_handle_destroy");
    now = new RocksCView(db, reads);
    figures = new RocksCFigures(db, options);
  }

  static RocksCStore open(Path directory, StoreSettings settings) {
    RocksNatives owned = new RocksNatives();
    try {
      return new RocksCStore(directory, settings, owned);
    } catch (RuntimeException e) {
      owned.close();
      throw e;
    }
  }

  private static long opened(Path directory, long options) {
    RocksCMemory memory = RocksCMemory.here();
    long db = make("rocksdb_open", options, directory.toString(), memory.errorSlot());
    memory.check("open");
    return db;
  }

  private long own(long made, String destroyer) {
    owned.add(() -> call(destroyer, made));
    return made;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    RocksCMemory memory = RocksCMemory.here();
    long keyAt = memory.key(key);
    long valueAt = memory.value(value);
    long error = memory.errorSlot();
    try {
      PUT.invokeExact(db, writes, keyAt, (long) key.length, valueAt, (long) value.length, error);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    memory.check("put");
  }

  @Override
  public void delete(byte[] key) {
    RocksCMemory memory = RocksCMemory.here();
    try {
      DELETE.invokeExact(db, writes, memory.key(key), (long) key.length, memory.errorSlot());
    } catch (Throwable e) {
      throw unexpected(e);
    }
    memory.check("delete");
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return now.get(key);
  }

  @Override
  public List<byte @Nullable []> getAll(List<byte[]> keys) {
    return RocksCManyGets.get(db, reads, family, keys);
  }

  @Override
  public int get(byte[] key, byte[] into) {
    return now.get(key, into);
  }

  @Override
  public Optional<InPlace> inPlace() {
    return Optional.of(now);
  }

  @Override
  public Batch batch() {
    return new RocksCBatch(db, writes);
  }

  @Override
  public StoreCursor cursor() {
    return now.cursor();
  }

  @Override
  public StoreCursor prefix(byte[] prefix) {
    return settings.prefixBytes() == 0
        ? Store.super.prefix(prefix)
        : new RocksPrefixCursor(RocksCCursor.open(db, prefixReads), prefix);
  }

  @Override
  public StoreSnapshot snapshot() {
    return new RocksCSnapshot(db);
  }

  @Override
  public void settle() {
    RocksCMemory memory = RocksCMemory.here();
    long options = make("rocksdb_flushoptions_create"); // which wait
    call("rocksdb_flush", db, options, memory.errorSlot());
    call("rocksdb_flushoptions_destroy", options);
    memory.check("flush");
    RocksIdle.await(figures::number);
  }

  /** Without ends it is the whole range. C tells of no error here. */
  @Override
  public void compact() {
    settle();
    call("rocksdb_compact_range", db, 0L, 0L, 0L, 0L);
    RocksIdle.await(figures::number);
  }

  @Override
  public Counters counters() {
    return settings.counting() ? figures.counters() : Counters.ZERO;
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    return figures.deletes();
  }

  @Override
  public double filterBitsPerKey() {
    return figures.filterBitsPerKey();
  }

  @Override
  public long bytesOnDisk() {
    return Scratch.bytesIn(directory);
  }

  @Override
  public void close() {
    owned.close();
  }
}
