package dev.malkoha.engine.damage;

import static dev.malkoha.engine.damage.KnownMap.bytes;

import dev.malkoha.engine.Transaction;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a transaction sees: a moment and its own writes, which it sees whatever is damaged. */
final class OwnWrites {

  private final Transaction transaction;
  private final NavigableMap<String, String> content;
  private final Set<String> written = new TreeSet<>();

  OwnWrites(Transaction transaction, NavigableMap<String, String> before) {
    this.transaction = transaction;
    this.content = new TreeMap<>(before);
  }

  /** What is to be seen; it changes with each write. */
  NavigableMap<String, String> content() {
    return content;
  }

  /** The keys that were put at some time; they change with each write, too. */
  Set<String> written() {
    return written;
  }

  void put(String key) {
    transaction.put(bytes(key), bytes("own"));
    content.put(key, "own");
    written.add(key);
  }

  void delete(String key) {
    transaction.delete(bytes(key));
    content.remove(key);
  }

  void deleteRange(String from, String to) {
    transaction.deleteRange(bytes(from), bytes(to));
    content.subMap(from, to).clear();
  }
}
