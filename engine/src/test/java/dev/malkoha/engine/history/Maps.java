package dev.malkoha.engine.history;

import dev.malkoha.engine.history.Change.Edit;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store holds, or should: a sorted map for each of its keyspaces, by name, and their options
 * where these are looked at. A value. What expires is there until it is asked for at a later time.
 */
public final class Maps {

  /** The name of the keyspace that is always there. */
  public static final String DEFAULT = "default";

  /** The name of a keyspace in which merges are sums. */
  public static final String SUMS = "sums";

  /** When something expires that does not. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * What becomes of a key.
   *
   * @param expiry when the value that was put expires
   * @param after what the operands since come to from then on
   * @param isMerged whether there are any
   */
  private record Ageing(long expiry, Optional<Bytes> after, boolean isMerged) {
    Ageing merged(Edit operand) {
      return new Ageing(expiry, operand.mergedInto(after), true);
    }
  }

  private final NavigableMap<String, NavigableMap<Bytes, Bytes>> byName = new TreeMap<>();
  private final NavigableMap<String, String> options = new TreeMap<>();
  private final NavigableMap<String, NavigableMap<Bytes, Ageing>> ageing = new TreeMap<>();

  /** Those of a new store. */
  public Maps() {
    create(DEFAULT);
  }

  /** A copy, which goes its own way. */
  public Maps(Maps other) {
    other.byName.forEach((name, content) -> byName.put(name, new TreeMap<>(content)));
    options.putAll(other.options);
    other.ageing.forEach((name, times) -> ageing.put(name, new TreeMap<>(times)));
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
    ageing.remove(name);
  }

  /**
   * Does to a keyspace what a write does to the store's.
   *
   * @param expiry when the value that it puts expires; {@link #NEVER} if it does not
   */
  void apply(Edit edit, long expiry) {
    NavigableMap<Bytes, Ageing> times =
        ageing.computeIfAbsent(edit.keyspace(), _ -> new TreeMap<>());
    if (edit.isMerge()) {
      times.computeIfPresent(edit.key(), (_, before) -> before.merged(edit));
    } else {
      edit.keysAmong(times.navigableKeySet()).forEach(times::remove);
    }
    if (expiry != NEVER) {
      times.put(edit.key(), new Ageing(expiry, Optional.empty(), false));
    }
    edit.applyTo(of(edit.keyspace()));
  }

  /** Adds an entry that a keyspace shows, and when it expires. */
  public void add(String name, Bytes key, Bytes value, long expiry) {
    apply(new Edit(key, Optional.of(value)).in(name), expiry);
  }

  /** What is there at a time, in milliseconds. */
  public Maps at(long time) {
    Maps then = new Maps(this);
    ageing.forEach((name, times) -> times.forEach((key, one) -> then.age(name, key, one, time)));
    return then;
  }

  private void age(String name, Bytes key, Ageing one, long time) {
    if (one.expiry <= time) {
      ageing.get(name).remove(key);
      of(name).remove(key);
      one.after.ifPresent(value -> of(name).put(key, value));
    }
  }

  /**
   * What is there where a crash had it forgotten that the time went on to one: some of what has
   * expired by then has gone from tables, and the rest is seen again, as other maps have it.
   */
  public Maps agedAs(Maps seen, long time) {
    Maps then = new Maps(this);
    ageing.forEach(
        (name, times) ->
            times.forEach(
                (key, one) -> {
                  if (!Objects.equals(seen.of(name).get(key), of(name).get(key))) {
                    then.age(name, key, one, time);
                  }
                }));
    return then;
  }

  /**
   * When the entries that are shown expire, as far as a cursor tells: of merged ones it does not.
   */
  private Map<String, Long> shownExpiries() {
    Map<String, Long> shown = new TreeMap<>();
    ageing.forEach(
        (name, times) ->
            times.forEach(
                (key, one) -> {
                  if (!one.isMerged) {
                    shown.put(name + " " + key, one.expiry);
                  }
                }));
    return shown;
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
    return other instanceof Maps maps
        && maps.byName.equals(byName)
        && maps.options.equals(options)
        && maps.shownExpiries().equals(shownExpiries());
  }

  @Override
  public int hashCode() {
    return byName.hashCode();
  }

  @Override
  public String toString() {
    return byName + (options.isEmpty() ? "" : " of " + options) + shownExpiries();
  }
}
