package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Another store with the same small resources as the one that is looked at: it takes memory away
 * from that one, and keeps what was written to it.
 */
final class Neighbour {

  private static final int KEYS = 50;
  private static final int VALUE_BYTES = 2_000;

  private final SharedResources shared =
      SharedResources.builder()
          .memTableBytes(1 << 20) // room for the largest batch over all keyspaces
          .blockCacheBytes(16 << 10)
          .maxOpenFiles(6)
          .build();

  private final Db db =
      Stores.open(new SimulatedDisk(), DbOptions.builder().resources(shared).build());

  private final NavigableMap<Bytes, Bytes> expected = new TreeMap<>();
  private int steps;

  SharedResources shared() {
    return shared;
  }

  /** Writes a little. */
  void step() {
    Bytes key = Bytes.of("key " + steps * 7 % KEYS);
    Bytes value = Bytes.numbered(++steps, VALUE_BYTES);
    db.put(key.array(), value.array());
    expected.put(key, value);
  }

  /** Looks at everything, and closes what is shared: nobody may use it any more. */
  void finish() {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      while (cursor.next()) {
        found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    if (!found.equals(expected)) {
      throw new AssertionError("the neighbour has " + found + ", expected " + expected);
    }
    db.close();
    shared.close();
  }
}
