package dev.malkoha.engine.damage;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.tools.SalvageReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One damaged store that is salvaged, and what is to be said of that: what no range of the report
 * names is as it was, unless a note says that more is lost; and nothing is there that never was.
 */
final class SalvageTrial {

  private static final Path SAVED = Path.of("/saved");

  /** What the values of a key were, by keyspace and key. */
  private record Had(Map<String, Map<Bytes, Set<Bytes>>> values) {

    static Had of(PristineStore store) {
      Had had = new Had(new TreeMap<>());
      for (Change change : store.changes()) {
        for (Change.Edit edit : change.edits()) {
          edit.value().ifPresent(value -> had.add(edit.keyspace(), edit.key(), value));
        }
      }
      return had;
    }

    private void add(String keyspace, Bytes key, Bytes value) {
      values
          .computeIfAbsent(keyspace, name -> new TreeMap<>())
          .computeIfAbsent(key, k -> new HashSet<>())
          .add(value);
    }

    boolean ever(String keyspace, Bytes key, Bytes value) {
      return values.getOrDefault(keyspace, Map.of()).getOrDefault(key, Set.of()).contains(value);
    }
  }

  private final PristineStore store;
  private final StoreFiles damaged;
  private final LaidOutStore ground;
  private final Effort effort = new Effort();

  SalvageTrial(PristineStore store, Damage damage) {
    this.store = store;
    this.damaged = damage.in(store);
    this.ground = LaidOutStore.simulated(damaged);
  }

  /** The attempt of a sweep. */
  static DamageSweep.Tried attempt(PristineStore store, Damage damage) {
    SalvageTrial trial = new SalvageTrial(store, damage);
    return new DamageSweep.Tried(trial.run(), trial.effort);
  }

  private Verdict run() {
    try {
      return judge();
    } catch (ForbiddenOutcome e) {
      return e.verdict();
    } catch (Throwable e) { // also where memory does not suffice
      String trace = Arrays.stream(e.getStackTrace()).limit(12).toList().toString();
      return new Verdict(Outcome.FOREIGN, e + " " + trace);
    }
  }

  private Verdict judge() {
    SalvageReport report;
    try {
      report = effort.measure(() -> Stores.salvage(ground.disk(), ground.path(), SAVED));
    } catch (DbException e) {
      requireUnchanged();
      return new Verdict(Outcome.REFUSED, String.valueOf(e.getMessage()));
    }
    requireUnchanged();
    try (Db db = Stores.open(ground.disk(), SAVED, store.options(), Workers.inline(), false)) {
      return judge(report, db);
    }
  }

  private Verdict judge(SalvageReport report, Db db) {
    Had had = Had.of(store);
    Maps found = new Maps();
    boolean right = true;
    String untold = "";
    for (String name : both(store.content(), db)) {
      NavigableMap<Bytes, Bytes> held = store.content().of(name);
      NavigableMap<Bytes, Bytes> saved = all(db, name);
      found.create(name);
      found.of(name).putAll(saved);
      saved.forEach(
          (key, value) -> {
            if (!had.ever(name, key, value)) {
              throw new ForbiddenOutcome(Outcome.MIXED, name + ": " + key + " never had " + value);
            }
          });
      for (Bytes key : keys(held, saved)) {
        Bytes value = saved.get(key);
        boolean asBefore = value == null ? held.get(key) == null : value.equals(held.get(key));
        right &= asBefore;
        if (!asBefore && report.notes().isEmpty() && !isTold(report, name, key)) {
          untold = name + ": " + key + " has " + value + " for " + held.get(key);
        }
      }
    }
    if (!untold.isEmpty()) {
      // The killed process' last writes are as if they had never been: nothing knew of them.
      boolean isEarlierKill = !store.shape().ending().isClosed() && store.everHeld(found);
      Outcome outcome = isEarlierKill ? Outcome.AS_KILLED_BEFORE : Outcome.SILENT;
      return new Verdict(outcome, untold + "\n" + report);
    }
    if (!right) {
      return new Verdict(Outcome.TOLD_AND_LESS, report.toString());
    }
    return new Verdict(
        report.isComplete() ? Outcome.RIGHT : Outcome.TOLD_AND_RIGHT, report.toString());
  }

  private static NavigableSet<String> both(Maps content, Db db) {
    NavigableSet<String> names = new TreeSet<>(content.names());
    names.addAll(db.keyspaces());
    return names;
  }

  private static NavigableSet<Bytes> keys(
      NavigableMap<Bytes, Bytes> held, NavigableMap<Bytes, Bytes> saved) {
    NavigableSet<Bytes> keys = new TreeSet<>(held.keySet());
    keys.addAll(saved.keySet());
    return keys;
  }

  private static NavigableMap<Bytes, Bytes> all(Db db, String keyspace) {
    NavigableMap<Bytes, Bytes> all = new TreeMap<>();
    KeyValueMap map = keyspace.equals(Maps.DEFAULT) ? db : db.keyspace(keyspace);
    try (Cursor cursor = map.scan(KeyRange.all())) {
      while (cursor.next()) {
        all.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    return all;
  }

  private static boolean isTold(SalvageReport report, String keyspace, Bytes key) {
    return report.losses().stream()
        .anyMatch(loss -> loss.keyspace().equals(keyspace) && loss.keys().contains(key.array()));
  }

  private void requireUnchanged() {
    String difference = damaged.differenceTo(ground.files());
    if (!difference.isEmpty()) {
      throw new ForbiddenOutcome(Outcome.CHANGED, "by a salvage: " + difference);
    }
  }
}
