package dev.malkoha.maps.plain;

import dev.malkoha.engine.Db;
import dev.malkoha.maps.Codecs;
import dev.malkoha.maps.TypedMap;
import java.nio.file.Path;

/** An application that uses typed maps, and has no Jackson. */
public final class Application {

  record Bird(String name, int legs) {}

  private Application() {}

  /** Gives what it has stored, and where it found the class of maps. */
  public static String run(Path data) {
    try (Db db = Db.open(data)) {
      TypedMap<String, Bird> birds =
          TypedMap.of(db.keyspace("birds"), Codecs.strings(), Codecs.records(Bird.class));
      birds.put("kea", new Bird("kea", 2));
      birds.asNavigableMap().merge("kea", new Bird("", 0), (a, b) -> a);
      return birds.asNavigableMap() + " by " + TypedMap.class.getModule();
    }
  }

  /** Whether a class can be loaded here. */
  public static boolean has(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return false;
    }
  }
}
