package dev.malkoha.engine.model;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Spread;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/**
 * A test of threads: looks, while one writes batches over several keyspaces, whether another one
 * ever sees two of them at different moments. It looks at the store itself, and at one that follows
 * it, whose moments only move on. A number picks the data. Any thread.
 */
public final class MomentHunt implements LongPredicate {

  private static final int BATCHES = 150;
  private static final int KEYS_MAX = 60;

  /** Prepares to look. */
  public MomentHunt() {}

  /** Whether a run shows that something is wrong. */
  @Override
  public boolean test(long seed) {
    try {
      check(seed);
      return false;
    } catch (RuntimeException | AssertionError e) {
      return true;
    }
  }

  /** Runs it; fails where keyspaces are seen at different moments. */
  void check(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DbOptions options =
        DbOptions.builder()
            .memTableBytes(random.nextBoolean() ? 4096 : 1 << 20)
            .compression(Compression.NONE)
            .build();
    SimulatedDisk disk = new SimulatedDisk();
    try (Db db = Stores.open(disk, options, Workers.threads(1))) {
      List<Keyspace> keyspaces =
          Spread.names(random.nextInt(2, 6)).stream().map(db::keyspace).toList();
      int keys = random.nextInt(1, KEYS_MAX + 1);
      write(db, keyspaces, keys, 0);
      FutureTask<Void> writer = new FutureTask<>(() -> writeAll(db, keyspaces, keys), null);
      Thread.ofPlatform().daemon().start(writer);
      try (DbReader follower = Stores.openReadOnly(disk, options)) {
        List<KeyspaceReads> followed =
            keyspaces.stream().map(keyspace -> follower.keyspace(keyspace.name())).toList();
        Bytes moment = look(follower, followed, keys);
        while (!writer.isDone()) {
          look(db, keyspaces, keys);
          moment = lookAgain(follower, followed, keys, moment);
        }
        Bytes last = look(db, keyspaces, keys);
        check(followed.getFirst(), last, lookAgain(follower, followed, keys, moment));
      }
      if (writer.state() == Future.State.FAILED) {
        throw new AssertionError("the writer failed", writer.exceptionNow());
      }
    }
  }

  private static void writeAll(Db db, List<Keyspace> keyspaces, int keys) {
    for (int number = 1; number <= BATCHES; number++) {
      write(db, keyspaces, keys, number);
    }
  }

  /** All keys of all keyspaces get the same value. */
  private static void write(Db db, List<Keyspace> keyspaces, int keys, int number) {
    WriteBatch batch = new WriteBatch();
    for (Keyspace keyspace : keyspaces) {
      for (int key = 0; key < keys; key++) {
        batch.in(keyspace).put(key(key), Bytes.numbered(number, Long.BYTES).array());
      }
    }
    db.write(batch);
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) number};
  }

  private static Bytes lookAgain(
      DbReader follower, List<KeyspaceReads> keyspaces, int keys, Bytes before) {
    follower.refresh();
    Bytes now = look(follower, keyspaces, keys);
    if (number(now) < number(before)) {
      throw new AssertionError("the follower shows " + now + " after " + before);
    }
    return now;
  }

  private static long number(Bytes value) {
    return ByteBuffer.wrap(value.array()).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** The moment that it sees. */
  private static Bytes look(OpenStore db, List<? extends KeyspaceReads> keyspaces, int keys) {
    try (Snapshot snapshot = db.snapshot()) {
      Bytes first = Bytes.of(keyspaces.getFirst().get(key(0), snapshot));
      for (KeyspaceReads keyspace : keyspaces) {
        check(keyspace, first, Bytes.of(keyspace.get(key(keys - 1), snapshot)));
        try (Cursor cursor = keyspace.scan(KeyRange.all(), snapshot)) {
          while (cursor.next()) {
            check(keyspace, first, Bytes.of(cursor.value()));
          }
        }
      }
      return first;
    }
  }

  private static void check(KeyspaceReads keyspace, Bytes expected, Bytes found) {
    if (!expected.equals(found)) {
      throw new AssertionError(keyspace + " shows " + found + " where others show " + expected);
    }
  }
}
