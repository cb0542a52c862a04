package dev.malkoha.engine.facade;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Callbacks.Updating;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.transaction.IndexedWrites;
import dev.malkoha.engine.transaction.IndexedWrites.Written;
import dev.malkoha.engine.transaction.KeyIntervals;
import dev.malkoha.engine.transaction.OverlayWalk;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a transaction in one map: its reads and writes, which it keeps until the commit, and
 * a note of what it has read if the transaction is serializable.
 */
class TransactionReads extends StoreReads implements TransactionMap {

  /** The transaction; null if that is this very one. */
  private final @Nullable StoreTransaction owner;

  final IndexedWrites writes = new IndexedWrites();
  private final List<OverlayWalk> walks = new ArrayList<>();

  /** Null unless it is noted what is read. */
  private @Nullable Footprint noted;

  private boolean used;

  TransactionReads(OpenedStore.Parts parts, Tree tree, @Nullable StoreTransaction owner) {
    super(parts, tree);
    this.owner = owner;
  }

  private StoreTransaction transaction() {
    return owner == null ? (StoreTransaction) this : owner;
  }

  @Override
  final TreeReads reads() {
    return tree.reads();
  }

  @Override
  final long at() {
    return transaction().pin.sequence();
  }

  @Override
  final Object holder() {
    return transaction();
  }

  /** Begins a read or a write. */
  private void use() {
    transaction().checkOpen();
    if (!used) {
      used = true;
      noted = transaction().use(this) ? new Footprint() : null;
    }
  }

  @Override
  public final byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    use();
    Written own = writes.get(key);
    if (own != null) {
      tree.reads().count(Count.GETS, 1);
      return own.value() == null ? null : own.value().clone();
    }
    if (noted != null) {
      noted.addKey(key.clone());
    }
    return super.get(key);
  }

  @Override
  final <T> int read(byte[] key, T into, ValueSink<T> sink) {
    byte[] value = get(key);
    if (value == null) {
      return -1;
    }
    sink.accept(value, 0, value.length, into);
    return value.length;
  }

  @Override
  final List<byte @Nullable []> values(byte[][] keys) {
    List<byte @Nullable []> values = new ArrayList<>(keys.length);
    for (byte[] key : keys) {
      values.add(get(key));
    }
    return values;
  }

  @Override
  final Walk walk(KeyRange range, ScanOptions options) {
    use();
    KeyIntervals ranges = noted == null ? null : noted.ranges();
    OverlayWalk walk = new OverlayWalk(super.walk(range, options), writes, range, ranges);
    if (ranges != null) {
      walks.add(walk);
    }
    return walk;
  }

  @Override
  public final Cursor scan(KeyRange range, ScanOptions options) {
    StoreCursor cursor = open(range, options);
    transaction().remember(cursor);
    return cursor;
  }

  @Override
  public TransactionMap put(byte[] key, byte[] value) {
    return write(key, Limits.checkValue(value));
  }

  @Override
  public TransactionMap delete(byte[] key) {
    return write(key, null);
  }

  private TransactionMap write(byte[] key, byte @Nullable [] value) {
    Limits.checkKey(key);
    use();
    Updating.refuse(tree, key, null);
    writes.write(key, value);
    return this;
  }

  @Override
  public TransactionMap deleteRange(byte[] from, byte[] to) {
    boolean holdsKeys = Limits.checkRange(from, to);
    use();
    Updating.refuse(tree, from, to);
    if (holdsKeys) {
      writes.deleteRange(from, to);
    }
    return this;
  }

  /** Returns what nobody else may have changed. */
  final Footprint footprint() {
    Footprint footprint = noted == null ? new Footprint() : noted;
    walks.forEach(OverlayWalk::note);
    writes.addTo(footprint);
    return footprint;
  }
}
