package dev.malkoha.engine.history;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;

/**
 * What a store holds, or should: a sorted map for each of its keyspaces, by name, and their options
 * where these are looked at. A value.
 */
public final class Maps {

  /** The name of the keyspace that is always there. */
  public static final String DEFAULT = "default";

  private final NavigableMap<String, NavigableMap<Bytes, Bytes>> byName = new TreeMap<>();
  private final NavigableMap<String, String> options = new TreeMap<>();

  /** Those of a new store. */
  public Maps() {
    create(DEFAULT);
  }

  /** A copy, which goes its own way. */
  public Maps(Maps other) {
    other.byName.forEach((name, content) -> byName.put(name, new TreeMap<>(content)));
    options.putAll(other.options);
  }

  /** Makes a keyspace, which is empty. */
  public void create(String name) {
    byName.put(name, new TreeMap<>());
  }

  /** Gives a keyspace options, and makes it if it is not there. */
  public void set(String name, String line) {
    byName.computeIfAbsent(name, _ -> new TreeMap<>());
    options.put(name, line);
  }

  /** Drops a keyspace, if it is there. */
  public void drop(String name) {
    byName.remove(name);
    options.remove(name);
  }

  /** The keyspaces, by name. */
  public NavigableSet<String> names() {
    return Collections.unmodifiableNavigableSet(byName.navigableKeySet());
  }

  /** What a keyspace holds, to be changed; one that is not there holds nothing. */
  public NavigableMap<Bytes, Bytes> of(String name) {
    NavigableMap<Bytes, Bytes> content = byName.get(name);
    return content == null ? Collections.emptyNavigableMap() : content;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Maps maps && maps.byName.equals(byName) && maps.options.equals(options);
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }

  @Override
  public String toString() {
    return byName + (options.isEmpty() ? "" : " of " + options);
  }
}
