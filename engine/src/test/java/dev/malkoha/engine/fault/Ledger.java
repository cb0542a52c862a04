package dev.malkoha.engine.fault;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What each key may hold where writes may have failed: whether a failed one happened is unknown,
 * what was acknowledged did.
 */
final class Ledger {

  /** What was written to one key, oldest first, from the state before any write on. */
  private static final class Versions {
    private final List<Optional<Bytes>> values = new ArrayList<>(List.of(Optional.empty()));
    private int acknowledged;
    private int durable;

    boolean allow(Optional<Bytes> value, boolean afterCut) {
      return values.subList(afterCut ? durable : acknowledged, values.size()).contains(value);
    }
  }

  private final NavigableMap<Bytes, Versions> keys = new TreeMap<>();

  /** A write begins. */
  void begin(Change change) {
    for (Edit edit : change.edits()) {
      for (Bytes key : edit.keysAmong(keys.navigableKeySet())) {
        versions(key).values.add(edit.value());
      }
    }
  }

  /** The write was acknowledged. */
  void acknowledge(Change change) {
    for (Edit edit : change.edits()) {
      for (Bytes key : edit.keysAmong(keys.navigableKeySet())) {
        Versions versions = versions(key);
        versions.acknowledged = versions.values.size() - 1;
      }
    }
  }

  /** Everything acknowledged is durable. */
  void allDurable() {
    keys.values().forEach(versions -> versions.durable = versions.acknowledged);
  }

  /** Fails unless the key may hold this: now, or after a power cut. */
  void check(Bytes key, byte[] found, boolean afterCut) {
    Optional<Bytes> value = Optional.ofNullable(found).map(Bytes::of);
    Versions versions = versions(key);
    if (!versions.allow(value, afterCut)) {
      throw new AssertionError(
          key
              + " holds "
              + value
              + " of "
              + versions.values
              + ", of which the one at index "
              + (afterCut
                  ? versions.durable + " is durable"
                  : versions.acknowledged + " is acknowledged"));
    }
  }

  private Versions versions(Bytes key) {
    return keys.computeIfAbsent(key, k -> new Versions());
  }
}
