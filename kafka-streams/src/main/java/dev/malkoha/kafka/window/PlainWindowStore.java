package dev.malkoha.kafka.window;

import dev.malkoha.engine.Db;
import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.segment.SegmentKeys;
import dev.malkoha.kafka.segment.Selection;
import dev.malkoha.kafka.state.DataFormat;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.StateReads;
import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Windows on disk: values by key and start of the window, or several for each where duplicates are
 * kept.
 */
public class PlainWindowStore extends SegmentedStore implements WindowStore<Bytes, byte[]> {

  private final long windowSize;
  private final boolean retainDuplicates;

  /**
   * The number of the last duplicate put. It begins at 0 with each instance, and so does the
   * changelog's: what is restored has the keys that it had here.
   */
  private int sequence;

  /**
   * Windows that are not opened yet.
   *
   * @param windowSize in milliseconds
   */
  public PlainWindowStore(
      String name, Retention retention, long windowSize, boolean retainDuplicates) {
    this(name, retention, windowSize, retainDuplicates, Db::open);
  }

  /** Windows whose data is opened in another way: for tests. */
  PlainWindowStore(
      String name,
      Retention retention,
      long windowSize,
      boolean retainDuplicates,
      StateDb.Opener opener) {
    super(name, SegmentKeys.ofWindows(retention), opener);
    this.windowSize = windowSize;
    this.retainDuplicates = retainDuplicates;
  }

  @Override
  protected final DataFormat.Kind kind() {
    return DataFormat.Kind.WINDOW;
  }

  @Override
  public final void put(Bytes key, byte @Nullable [] value, long windowStart) {
    requireKey(key);
    if (retainDuplicates && value == null) {
      return; // which of the duplicates would it remove?
    }
    if (retainDuplicates) {
      sequence = (sequence + 1) & Integer.MAX_VALUE;
    }
    put(key, windowStart, sequence, value);
  }

  private static Bytes requireKey(@Nullable Bytes key) {
    return Objects.requireNonNull(key, "key cannot be null");
  }

  @Override
  public final byte @Nullable [] fetch(Bytes key, long time) {
    return fetch(data(), key, time);
  }

  final byte @Nullable [] fetch(StateReads data, Bytes key, long time) {
    return get(data, requireKey(key), time, sequence);
  }

  @Override
  public final WindowStoreIterator<byte[]> fetch(Bytes key, long timeFrom, long timeTo) {
    return ofKey(data(), key, timeFrom, timeTo, true);
  }

  @Override
  public final WindowStoreIterator<byte[]> backwardFetch(Bytes key, long timeFrom, long timeTo) {
    return ofKey(data(), key, timeFrom, timeTo, false);
  }

  final WindowStoreIterator<byte[]> ofKey(
      StateReads data, Bytes key, long from, long to, boolean forward) {
    requireKey(key);
    Selection selection = Selection.between(key, key, from, to);
    return new TimeIterator(data, walk(data, selection, forward), keys()::time);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> fetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long timeFrom, long timeTo) {
    return windows(data(), keyFrom, keyTo, timeFrom, timeTo, true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetch(
      @Nullable Bytes keyFrom, @Nullable Bytes keyTo, long timeFrom, long timeTo) {
    return windows(data(), keyFrom, keyTo, timeFrom, timeTo, false);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> fetchAll(long timeFrom, long timeTo) {
    return windows(data(), null, null, timeFrom, timeTo, true);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardFetchAll(
      long timeFrom, long timeTo) {
    return windows(data(), null, null, timeFrom, timeTo, false);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> all() {
    return fetchAll(0, Long.MAX_VALUE);
  }

  @Override
  public final KeyValueIterator<Windowed<Bytes>, byte[]> backwardAll() {
    return backwardFetchAll(0, Long.MAX_VALUE);
  }

  /** Kafka asks for it since its release 4.4. */
  @SuppressWarnings("MissingOverride")
  public final ReadOnlyWindowStore<Bytes, byte[]> readOnly(IsolationLevel level) {
    return new WindowView(this, reads(level));
  }

  final KeyValueIterator<Windowed<Bytes>, byte[]> windows(
      StateReads data,
      @Nullable Bytes keyFrom,
      @Nullable Bytes keyTo,
      long timeFrom,
      long timeTo,
      boolean forward) {
    checkOrder(keyFrom, keyTo);
    Selection selection = Selection.between(keyFrom, keyTo, timeFrom, timeTo);
    return new SegmentIterator<>(data, walk(data, selection, forward), this::window);
  }

  private Windowed<Bytes> window(byte[] entry) {
    long start = keys().time(entry);
    long end = start > Long.MAX_VALUE - windowSize ? Long.MAX_VALUE : start + windowSize;
    return new Windowed<>(keys().key(entry), new TimeWindow(start, end));
  }
}
