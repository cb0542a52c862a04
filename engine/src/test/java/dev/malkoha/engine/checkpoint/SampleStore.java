package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.WriteBatch;
import java.util.SplittableRandom;

/** A store with something of everything: levels, sidecars, range deletes, keyspaces, a long log. */
final class SampleStore {

  static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(8 << 10)
          .tableBytes(8 << 10)
          .blockBytes(512)
          .blockCacheBytes(32 << 10)
          .compression(Compression.NONE)
          .garbageShare(1)
          .durability(Durability.SYNC)
          .build();

  private SampleStore() {}

  /** Writes to a store; the same for the same seed. */
  static void fill(Db db, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Keyspace other = db.keyspace("other");
    db.keyspace("gone").put(key(1), value(random));
    for (int i = 0; i < 300; i++) {
      WriteBatch batch = new WriteBatch();
      batch.put(key(random.nextInt(400)), value(random));
      batch.in(other).put(key(random.nextInt(100)), value(random));
      db.write(batch);
    }
    db.compact();
    for (int i = 0; i < 400; i += 20) {
      db.delete(key(i));
    }
    db.keyspace("gone").flush();
    db.flush();
    db.awaitIdle();
    db.deleteRange(key(200), key(210));
    db.dropKeyspace("gone");
    other.put(key(7), value(random));
    db.put(key(1000), value(random));
    db.keyspace("new").put(key(1), value(random));
  }

  /** Writes some more: the contents are others then. */
  static void change(Db db, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 60; i++) {
      db.put(key(random.nextInt(400)), value(random));
      db.delete(key(random.nextInt(400)));
    }
    db.keyspace("other").deleteRange(key(0), key(50));
  }

  static byte[] key(int number) {
    return Contents.bytes("key" + (10_000 + number));
  }

  private static byte[] value(SplittableRandom random) {
    return Contents.bytes("v" + random.nextLong() + "-".repeat(60));
  }
}
