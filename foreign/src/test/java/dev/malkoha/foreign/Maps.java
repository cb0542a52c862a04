package dev.malkoha.foreign;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.maps.Codecs;
import dev.malkoha.maps.TypedMap;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * Empty maps of strings in one store in memory. A map is valid until so many others have been asked
 * for that its keyspace is used again.
 */
final class Maps {

  private static final int LIVING = 64;

  private static final Db DB = Db.inMemory();

  private static int count;

  private Maps() {}

  static synchronized ConcurrentNavigableMap<String, String> empty() {
    Keyspace keyspace = DB.keyspace("map" + count++ % LIVING);
    keyspace.clear();
    return TypedMap.of(keyspace, Codecs.strings(), Codecs.strings()).asNavigableMap();
  }
}
