package dev.malkoha.engine.facade;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.read.ValueSink;
import dev.malkoha.engine.read.Walk;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.TreeReads;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reads of one map at the moment of a snapshot, which stays reachable during each of them. */
abstract sealed class SnapshotReads extends StoreReads permits StoreSnapshot, StoreSnapshot.Other {

  final StoreMap map;

  SnapshotReads(StoreMap map) {
    super(map.store, map.handles, map.counts);
    this.map = map;
  }

  abstract StoreSnapshot snapshot();

  /** The reads of what the snapshot sees: nothing where the keyspace was made later. */
  private TreeReads reads(Pin at) {
    return map.tree().reads(at);
  }

  @Override
  public final byte @Nullable [] get(byte[] key) {
    Limits.checkKey(key);
    StoreSnapshot snapshot = snapshot();
    try {
      Pin at = snapshot.pin();
      return reads(at).get(key, at.sequence());
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  @Override
  final <T> int read(byte[] key, T into, ValueSink<T> sink) {
    Limits.checkKey(key);
    StoreSnapshot snapshot = snapshot();
    try {
      Pin at = snapshot.pin();
      return reads(at).get(key, at.sequence(), into, sink);
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  @Override
  final List<byte @Nullable []> values(byte[][] keys) {
    StoreSnapshot snapshot = snapshot();
    try {
      Pin at = snapshot.pin();
      return Arrays.asList(reads(at).getAll(keys, at.sequence()));
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  @Override
  final Walk walk(KeyRange range, ScanOptions options) {
    StoreSnapshot snapshot = snapshot();
    try {
      Pin at = snapshot.pin();
      return reads(at).scan(range, at.sequence(), options);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }
}
