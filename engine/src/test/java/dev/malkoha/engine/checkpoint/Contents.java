package dev.malkoha.engine.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.Disk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** All that a store holds, as text: keys and values of each keyspace by its name. */
record Contents(Map<String, Map<String, String>> keyspaces) {

  /** What an open store holds at one moment, by walks; every key is also looked up. */
  static Contents of(OpenStore db) {
    Map<String, Map<String, String>> all = new TreeMap<>();
    for (String name : db.keyspaces()) {
      Map<String, String> entries = new TreeMap<>();
      try (Cursor cursor = db.keyspace(name).scan(KeyRange.all())) {
        while (cursor.next()) {
          entries.put(text(cursor.key()), text(cursor.value()));
        }
      }
      entries.forEach(
          (key, value) ->
              assertEquals(
                  value, text(Objects.requireNonNull(db.keyspace(name).get(bytes(key)))), key));
      all.put(name, entries);
    }
    return new Contents(all);
  }

  /** What a store that nobody has open holds; it stays as it is. */
  static Contents of(Disk disk, Path path) {
    try (DbReader db = Stores.openReadOnly(disk, path, DbOptions.defaults())) {
      assertEquals(List.of(), db.problems());
      return of(db);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
