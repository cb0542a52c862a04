package dev.malkoha.engine.facade;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.store.Updating;
import dev.malkoha.engine.tree.Failures;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reads and writes of one map in a transaction, which stays reachable during each of them. */
public abstract sealed class TransactionReads extends StoreReads implements TransactionMap
    permits StoreTransaction, StoreTransaction.Other {

  final StoreMap map;

  TransactionReads(StoreMap map) {
    super(map.store, map.handles, map.counts);
    this.map = map;
  }

  abstract StoreTransaction transaction();

  private TransactionPart part() {
    return transaction().part(map);
  }

  @Override
  public final byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    try {
      return part().get(key);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(transaction()); // else its snapshot might go in the middle
    }
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
    try {
      return part().scan(range, options);
    } finally {
      Reference.reachabilityFence(transaction());
    }
  }

  @Override
  public final Cursor scan(KeyRange range, ScanOptions options) {
    StoreCursor cursor = open(range, options);
    transaction().remember(cursor);
    return cursor;
  }

  final void write(byte[] key, byte @Nullable [] value) {
    Limits.checkKey(key);
    TransactionPart part = part();
    Updating.refuse(part.tree(), key, null);
    part.write(key, value);
  }

  final void writeRange(byte[] from, byte[] to) {
    boolean holdsKeys = Limits.checkRange(from, to);
    TransactionPart part = part();
    Updating.refuse(part.tree(), from, to);
    if (holdsKeys) {
      part.deleteRange(from, to);
    }
  }
}
