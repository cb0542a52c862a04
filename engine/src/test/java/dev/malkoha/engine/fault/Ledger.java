package dev.malkoha.engine.fault;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What each key may hold where writes may have failed: whether a failed one happened is unknown,
 * what was acknowledged did, and all of a write or nothing.
 */
final class Ledger {

  /** A value that a key had, or none, and the write that gave it; nobody gave the first. */
  private record Written(Optional<Bytes> value, Optional<Doubt> by) {}

  /** A write that may have happened; each is itself alone. */
  private static final class Doubt {
    private final Change change;

    Doubt(Change change) {
      this.change = change;
    }
  }

  /** What was written to one key, oldest first, from the state before any write on. */
  private static final class Versions {
    private final List<Written> all =
        new ArrayList<>(List.of(new Written(Optional.empty(), Optional.empty())));
    private int acknowledged;
    private int durable;

    List<Optional<Bytes>> allowed(boolean afterCut) {
      return all.subList(afterCut ? durable : acknowledged, all.size()).stream()
          .map(Written::value)
          .toList();
    }

    /** Whether this write was the last, and its value tells that it happened. */
    boolean isTold(Doubt write, boolean afterCut) {
      Written last = all.getLast();
      long same = allowed(afterCut).stream().filter(last.value()::equals).count();
      return last.by().filter(by -> by.equals(write)).isPresent() && same == 1;
    }
  }

  private final NavigableMap<Bytes, Versions> keys = new TreeMap<>();
  private final Set<Doubt> doubts = new LinkedHashSet<>();
  private Doubt running;

  /** A write begins. */
  void begin(Change change) {
    running = new Doubt(change);
    doubts.add(running);
    for (Edit edit : change.edits()) {
      for (Bytes key : edit.keysAmong(keys.navigableKeySet())) {
        versions(key).all.add(new Written(edit.value(), Optional.of(running)));
      }
    }
  }

  /** The write was acknowledged. */
  void acknowledge() {
    doubts.remove(running);
    for (Versions versions : keys.values()) {
      if (versions.all.getLast().by().filter(running::equals).isPresent()) {
        versions.acknowledged = versions.all.size() - 1;
      }
    }
  }

  /** The write was refused before anything of it was done. */
  void retract() {
    doubts.remove(running);
    keys.values()
        .forEach(
            versions -> versions.all.removeIf(w -> w.by().filter(running::equals).isPresent()));
  }

  /** Everything acknowledged is durable. */
  void allDurable() {
    keys.values().forEach(versions -> versions.durable = versions.acknowledged);
  }

  /** Fails unless the keys may hold this: now, or after a power cut. */
  void check(Map<Bytes, Bytes> found, boolean afterCut) {
    keys.forEach((key, versions) -> check(key, versions, found, afterCut));
    doubts.forEach(write -> checkWhole(write, found, afterCut));
  }

  private static void check(
      Bytes key, Versions versions, Map<Bytes, Bytes> found, boolean afterCut) {
    Optional<Bytes> value = Optional.ofNullable(found.get(key));
    List<Optional<Bytes>> allowed = versions.allowed(afterCut);
    if (!allowed.contains(value)) {
      throw new AssertionError(key + " holds " + value + " and may hold " + allowed);
    }
  }

  private void checkWhole(Doubt write, Map<Bytes, Bytes> found, boolean afterCut) {
    List<Bytes> done = new ArrayList<>();
    List<Bytes> undone = new ArrayList<>();
    keys.forEach(
        (key, versions) -> {
          if (versions.isTold(write, afterCut)) {
            Optional<Bytes> value = Optional.ofNullable(found.get(key));
            (value.equals(versions.all.getLast().value()) ? done : undone).add(key);
          }
        });
    if (!done.isEmpty() && !undone.isEmpty()) {
      throw new AssertionError("half of " + write.change + ": " + done + ", not " + undone);
    }
  }

  private Versions versions(Bytes key) {
    return keys.computeIfAbsent(key, k -> new Versions());
  }
}
