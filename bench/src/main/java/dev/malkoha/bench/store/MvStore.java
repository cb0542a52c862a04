package dev.malkoha.bench.store;

import dev.malkoha.bench.Scratch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.jspecify.annotations.Nullable;

/**
 * H2's MVStore as H2 itself uses it: pages compressed (LZF is its fast codec), written in the
 * background as soon as the write buffer is full or a second has gone by. It has no log, so what a
 * killed process wrote in its last second is lost: it is the only store here that promises less. A
 * batch is not atomic, nor cheaper than its puts.
 */
final class MvStore implements Store {

  private static final int COMPACT_MILLIS = 60_000;

  private final Path file;
  private final MVStore store;
  private final MVMap<byte[], byte[]> map;
  private final Optional<Merging> merging;

  MvStore(Path directory, StoreSettings settings) {
    file = directory.resolve("store.mv");
    store =
        new MVStore.Builder()
            .fileName(file.toString())
            .cacheSize((int) Math.max(1, settings.cacheBytes() >> 20))
            .autoCommitBufferSize((int) (settings.writeBufferBytes() >> 10))
            .compress()
            .open();
    map =
        store.openMap(
            "entries",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    merging =
        settings.merges() == MergeKind.NONE
            ? Optional.empty()
            : Optional.of(new MvMerging(map, settings.merges()));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    map.put(key.clone(), value.clone());
  }

  @Override
  public void delete(byte[] key) {
    map.remove(key);
  }

  @Override
  public Optional<Merging> merging() {
    return merging;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return get(map, key);
  }

  /** A copy: what the map hands out is its own. */
  static byte @Nullable [] get(MVMap<byte[], byte[]> map, byte[] key) {
    byte[] value = map.get(key);
    return value == null ? null : value.clone();
  }

  @Override
  public long count() {
    return map.sizeAsLong();
  }

  @Override
  public StoreCursor cursor() {
    return new MvCursor(map);
  }

  @Override
  public StoreSnapshot snapshot() {
    MVStore.TxCounter usage = store.registerVersionUsage();
    store.commit();
    return new MvSnapshot(store, usage, map.openVersion(usage.version));
  }

  @Override
  public Batch batch() {
    return new MvBatch();
  }

  @Override
  public void settle() {
    store.commit();
  }

  @Override
  public void compact() {
    store.compactFile(COMPACT_MILLIS);
  }

  @Override
  public Counters counters() {
    return Counters.ZERO;
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    return Map.of();
  }

  @Override
  public double filterBitsPerKey() {
    return 0;
  }

  @Override
  public long bytesOnDisk() {
    return Scratch.bytesIn(file);
  }

  @Override
  public void close() {
    store.close();
  }

  private final class MvBatch implements Batch {

    private final List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();

    @Override
    public void put(byte[] key, byte[] value) {
      entries.add(Map.entry(key.clone(), value.clone()));
    }

    @Override
    public void commit() {
      entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
      entries.clear();
    }

    @Override
    public void close() {
      entries.clear();
    }
  }

  private record MvSnapshot(MVStore store, MVStore.TxCounter usage, MVMap<byte[], byte[]> map)
      implements StoreSnapshot {

    @Override
    public byte @Nullable [] get(byte[] key) {
      return MvStore.get(map, key);
    }

    @Override
    public StoreCursor cursor() {
      return new MvCursor(map);
    }

    @Override
    public void close() {
      store.deregisterVersionUsage(usage);
    }
  }
}
