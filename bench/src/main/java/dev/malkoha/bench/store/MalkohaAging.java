package dev.malkoha.bench.store;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.WriteBatch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Malkoha's entries that expire. Each put says how long it lives, in the same map as what stays; or
 * they have a keyspace, whose entries all live as long.
 */
record MalkohaAging(Db db, Duration timeToLive, @Nullable Keyspace apart) implements Aging {

  static MalkohaAging of(Db db, StoreSettings settings) {
    Duration time = settings.timeToLive();
    if (settings.ageing() != AgeCare.APART) {
      return new MalkohaAging(db, time, null);
    }
    KeyspaceOptions all = db.options().defaultKeyspace().toBuilder().timeToLive(time).build();
    return new MalkohaAging(db, time, db.keyspace("expiring", all));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    if (apart == null) {
      db.put(key, value, timeToLive);
    } else {
      apart.put(key, value);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return apart == null ? db.get(key) : apart.get(key);
  }

  @Override
  public Store.Batch batch() {
    return new MalkohaBatch(db, this::put, () -> {});
  }

  @Override
  public boolean hidesExpired() {
    return true;
  }

  private void put(WriteBatch entries, byte[] key, byte[] value) {
    if (apart == null) {
      entries.put(key, value, timeToLive);
    } else {
      entries.in(apart).put(key, value);
    }
  }
}
