package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.malkoha.engine.Db;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A store that is written to, and what it holds. Keys are numbers with a text around them. */
final class KnownMap {

  private final Db db;
  private final SplittableRandom random;
  private final String tail;
  private final int valueMax;
  private final NavigableMap<String, String> content = new TreeMap<>();
  private int values;

  /**
   * Begins with an empty store.
   *
   * @param tail what all keys end with
   * @param valueMax values are shorter, but for a number in front
   */
  KnownMap(Db db, SplittableRandom random, String tail, int valueMax) {
    this.db = db;
    this.random = random;
    this.tail = tail;
    this.valueMax = valueMax;
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** A key by its number, from -100 on. */
  String key(int number) {
    return "key%04d".formatted(number + 100) + tail;
  }

  /** What is there now: later writes change it. */
  NavigableMap<String, String> content() {
    return content;
  }

  void put(int number) {
    String value = values++ + ".".repeat(random.nextInt(valueMax));
    db.put(bytes(key(number)), bytes(value));
    content.put(key(number), value);
  }

  void putAll(int from, int to) {
    for (int i = from; i < to; i++) {
      put(i);
    }
  }

  /** Puts one key in three. */
  void putSome(int from, int to) {
    for (int i = from; i < to; i++) {
      if (random.nextInt(3) == 0) {
        put(i);
      }
    }
  }

  /** Appends to the value of one key in three; the store's merge function does it. */
  void mergeSome(int from, int to) {
    for (int i = from; i < to; i++) {
      if (random.nextInt(3) == 0) {
        String operand = "+" + values++;
        db.merge(bytes(key(i)), bytes(operand));
        content.merge(key(i), operand, String::concat);
      }
    }
  }

  void deleteAll(int from, int to) {
    for (int i = from; i < to; i++) {
      db.delete(bytes(key(i)));
      content.remove(key(i));
    }
  }

  void deleteRange(int from, int to) {
    db.deleteRange(bytes(key(from)), bytes(key(to)));
    content.subMap(key(from), key(to)).clear();
  }
}
