package dev.malkoha.engine.facade;

import module java.base;

import dev.malkoha.engine.Entry;
import dev.malkoha.engine.EntryConsumer;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.observe.Observer.Operation;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Callbacks;
import dev.malkoha.engine.store.Store;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Moment;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/** Reads by look-ups and walks, whichever moment these are of. */
abstract class StoreReads implements Reads {

  /** A long walk looks so often whether the store is still open. */
  private static final int CHECK_EVERY = 1 << 12;

  final Store store;

  /** The handles of what the store hands out. */
  final Handles handles;

  /** The keyspace's tree. */
  final Tree tree;

  /** The moment that is read at; null for that of the newest write. */
  final @Nullable Pin pin;

  /** The same as a sequence number and a time. */
  final Moment at;

  StoreReads(Store store, Handles handles, Tree tree, @Nullable Pin pin) {
    this.store = store;
    this.handles = handles;
    this.tree = tree;
    this.pin = pin;
    this.at = pin == null ? Moment.NOW : pin.at();
  }

  /** The reads of the tree that see the moment. */
  TreeReads reads() {
    return pin == null ? tree.reads() : tree.reads(pin);
  }

  /** The object that holds the moment: it stays reachable during each read. */
  Object holder() {
    return this;
  }

  /** Makes a read, during which the object that holds what is read stays reachable. */
  static <T extends @Nullable Object> T held(Object holder, OwnThread.Action<T> read) {
    try {
      return read.run();
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(holder);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    try { // by itself, so that nothing is allocated but the value
      return reads().get(key, at);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(holder());
    }
  }

  /** Gives a key's value to a sink; returns its length, or -1 if the key is absent. */
  <T> int read(byte[] key, T into, ValueSink<T> sink) {
    Limits.checkKey(key);
    try {
      return reads().get(key, at, into, sink);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(holder());
    }
  }

  /** The values of keys that are not too long. */
  List<byte @Nullable []> values(byte[][] keys) {
    return held(holder(), () -> Arrays.asList(reads().getAll(keys, at)));
  }

  /** A walk over a range, which the caller closes. */
  Walk walk(KeyRange range, ScanOptions options) {
    return held(holder(), () -> reads().scan(range, at, options));
  }

  @Override
  public final int get(byte[] key, MemorySegment into) {
    return read(key, ValueSink.writable(into), ValueSink.SEGMENT);
  }

  @Override
  public final int get(byte[] key, ByteBuffer into) {
    return read(key, ValueSink.writable(into), ValueSink.BUFFER);
  }

  @Override
  public final boolean contains(byte[] key) {
    return read(key, key, ValueSink.NONE) >= 0;
  }

  @Override
  public final List<byte @Nullable []> getAll(List<byte[]> keys) {
    byte[][] checked = keys.toArray(new byte[0][]);
    Arrays.asList(checked).forEach(Limits::checkKey);
    return values(checked);
  }

  @Override
  public StoreCursor scan(KeyRange range, ScanOptions options) {
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(options, "options");
    return new StoreCursor(this, walk(range, options));
  }

  @Override
  public final void forEach(KeyRange range, ScanOptions options, EntryConsumer consumer) {
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(consumer, "consumer");
    PlacedEntries entries = new PlacedEntries(consumer);
    store.callbacks().during(() -> walkAll(range, options, entries));
  }

  @Override
  public final long count(KeyRange range) {
    Objects.requireNonNull(range, "range");
    return Failures.call(() -> walkAll(range, ScanOptions.defaults(), _ -> true));
  }

  /** Shows all entries of a range to a visitor as long as it says so; returns how many. */
  private long walkAll(KeyRange range, ScanOptions options, Walk.Move visitor) throws IOException {
    boolean down = options.descends();
    long seen = 0;
    try (Walk walk = walk(range, options)) {
      boolean here = find(walk, down ? Walk::last : Walk::first);
      while (here && visitor.make(walk)) {
        if (++seen % CHECK_EVERY == 0) {
          store.checkOpen();
        }
        here = down ? walk.prev() : walk.next();
      }
    }
    return seen;
  }

  @Override
  public final @Nullable Entry first() {
    return entry(KeyRange.all(), Walk::first);
  }

  @Override
  public final @Nullable Entry last() {
    return entry(KeyRange.all(), Walk::last);
  }

  @Override
  public final @Nullable Entry ceiling(byte[] key) {
    return entry(KeyRange.atLeast(Limits.checkKey(key)), Walk::first);
  }

  @Override
  public final @Nullable Entry higher(byte[] key) {
    return entry(KeyRange.above(Limits.checkKey(key)), Walk::first);
  }

  @Override
  public final @Nullable Entry floor(byte[] key) {
    return entry(KeyRange.atMost(Limits.checkKey(key)), Walk::last);
  }

  @Override
  public final @Nullable Entry lower(byte[] key) {
    return entry(KeyRange.below(Limits.checkKey(key)), Walk::last);
  }

  /** Makes a move to an end or to a key, which counts as a scan. */
  private boolean find(Walk walk, Walk.Move move) throws IOException {
    long timed = store.observer().beginScan(tree.counts());
    boolean found = move.make(walk);
    store.observer().end(Operation.SCAN, timed);
    return found;
  }

  /** The entry that one move of a walk leads to, which is closed then. */
  private @Nullable Entry entry(KeyRange range, Walk.Move move) {
    try (Walk walk = walk(range, ScanOptions.defaults())) {
      return find(walk, move) ? new Entry(walk.copyKey(), walk.copyValue()) : null;
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /**
   * The entries of a walk as segments over the arrays that they lie in. What stays the same from
   * one entry to the next, the array of a block and mostly a key's place and length, is wrapped
   * once.
   */
  private static final class PlacedEntries implements Walk.Move {

    private final EntryConsumer consumer;
    private byte[] keys = {};
    private MemorySegment key = wrap(keys);
    private byte[] values = {};
    private MemorySegment valuesWhole = wrap(values);

    PlacedEntries(EntryConsumer consumer) {
      this.consumer = consumer;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same array is meant
    public boolean make(Walk walk) throws IOException {
      byte[] keyBuffer = walk.keyBuffer();
      int keyLength = walk.keyLength();
      if (keys != keyBuffer || key.byteSize() != keyLength) {
        keys = keyBuffer;
        key = wrap(keyBuffer).asSlice(0, keyLength);
      }
      byte[] valueBuffer = walk.valueBuffer();
      if (values != valueBuffer) {
        values = valueBuffer;
        valuesWhole = wrap(valueBuffer);
      }
      MemorySegment value = valuesWhole.asSlice(walk.valueOffset(), walk.valueLength());
      try {
        consumer.accept(key, value);
        return true;
      } catch (Throwable e) {
        throw Callbacks.passedOn(e);
      }
    }

    private static MemorySegment wrap(byte[] array) {
      return MemorySegment.ofArray(array).asReadOnly();
    }
  }
}
