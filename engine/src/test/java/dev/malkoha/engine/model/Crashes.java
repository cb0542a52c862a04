package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Kills and power cuts at the calls that a store makes: what each leaves is opened, must hold what
 * was flushed and perhaps some of what was written since, in order, and must be sound.
 */
final class Crashes {

  private static final int KILL_ONE_IN = 6;

  private final SplittableRandom random;
  private final OptionSet set;
  private final List<Bytes> keys;
  private final int oneIn;

  /** What was flushed, and after each write since. */
  private final List<NavigableMap<Bytes, Bytes>> possible = new ArrayList<>();

  private long states;

  /**
   * Crashes of a store whose content is durable.
   *
   * @param oneIn a crash at one in so many calls that change something
   */
  Crashes(
      SplittableRandom random,
      OptionSet set,
      List<Bytes> keys,
      int oneIn,
      NavigableMap<Bytes, Bytes> content) {
    this.random = random;
    this.set = set;
    this.keys = keys;
    this.oneIn = oneIn;
    possible.add(new TreeMap<>(content));
  }

  /** A write begins. */
  void begin(Change change) {
    NavigableMap<Bytes, Bytes> after = new TreeMap<>(possible.getLast());
    change.applyTo(after);
    possible.add(after);
  }

  /** Everything written is flushed. */
  void flushed() {
    possible.subList(0, possible.size() - 1).clear();
  }

  /** How many states were opened and found good. */
  long states() {
    return states;
  }

  /** A call is about to be made. */
  void look(SimulatedDisk disk, Call call) {
    if (!call.kind().isChanging() || random.nextInt(oneIn) > 0) {
      return;
    }
    boolean kill = random.nextInt(KILL_ONE_IN) == 0;
    CrashState how = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
    SimulatedDisk left = kill ? disk.kill() : disk.crash(how, random.nextLong());
    try {
      check(left);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError((kill ? "kill" : how) + " before " + call, e);
    }
    states++;
  }

  private void check(SimulatedDisk left) {
    NavigableMap<Bytes, Bytes> found = new TreeMap<>();
    try (Db db = Stores.open(left, set.options())) {
      try (Cursor cursor = db.scan(KeyRange.all())) {
        while (cursor.next()) {
          found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
        }
      }
      if (!possible.contains(found)) {
        throw new AssertionError("no first part of the writes adds up to what is there");
      }
      for (Bytes key : keys) {
        byte[] value = db.get(key.array());
        if (value == null ? found.containsKey(key) : !Bytes.of(value).equals(found.get(key))) {
          throw new AssertionError("a get of " + key + " does not give what a scan gives");
        }
      }
    }
    List<String> problems = Stores.verify(left).problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("verify finds " + problems);
    }
  }
}
