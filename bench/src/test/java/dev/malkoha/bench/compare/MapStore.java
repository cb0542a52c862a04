package dev.malkoha.bench.compare;

import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import dev.malkoha.bench.store.StoreSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sorted map as a store, for tests that make it answer wrongly. */
public class MapStore implements Store {

  /** All entries. */
  protected final NavigableMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

  @Override
  public void put(byte[] key, byte[] value) {
    entries.put(key.clone(), value.clone());
  }

  @Override
  public void delete(byte[] key) {
    entries.remove(key);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public Batch batch() {
    throw new UnsupportedOperationException("no test needs it");
  }

  @Override
  public StoreCursor cursor() {
    return new MapCursor(new ArrayList<>(entries.entrySet()));
  }

  @Override
  public StoreSnapshot snapshot() {
    MapStore then = new MapStore();
    then.entries.putAll(entries);
    return new StoreSnapshot() {

      @Override
      public byte @Nullable [] get(byte[] key) {
        return then.get(key);
      }

      @Override
      public StoreCursor cursor() {
        return then.cursor();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Map<DeleteFigure, Long> deleteFigures() {
    return Map.of();
  }

  @Override
  public void settle() {}

  @Override
  public void compact() {}

  @Override
  public Counters counters() {
    return Counters.ZERO;
  }

  @Override
  public long bytesOnDisk() {
    return 0;
  }

  @Override
  public double filterBitsPerKey() {
    return 0;
  }

  @Override
  public void close() {}

  private static final class MapCursor implements StoreCursor {

    private final List<Map.Entry<byte[], byte[]>> all;
    private int at;

    MapCursor(List<Map.Entry<byte[], byte[]>> all) {
      this.all = all;
    }

    private boolean to(int index) {
      at = index;
      return at >= 0 && at < all.size();
    }

    @Override
    public boolean first() {
      return to(0);
    }

    @Override
    public boolean last() {
      return to(all.size() - 1);
    }

    @Override
    public boolean seek(byte[] key) {
      int index = 0;
      while (index < all.size() && Arrays.compareUnsigned(all.get(index).getKey(), key) < 0) {
        index++;
      }
      return to(index);
    }

    @Override
    public boolean next() {
      return to(at + 1);
    }

    @Override
    public boolean prev() {
      return to(at - 1);
    }

    @Override
    public byte[] key() {
      return all.get(at).getKey().clone();
    }

    @Override
    public byte[] value() {
      return all.get(at).getValue().clone();
    }

    @Override
    public void close() {}
  }
}
