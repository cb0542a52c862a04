package dev.malkoha.engine.crash;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.beside.Between;
import dev.malkoha.engine.compaction.Shape;
import dev.malkoha.engine.crash.Oracle.Floor;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Runs one short random history of a store and looks, at the calls it makes to the disk, at what
 * power cuts and kills would leave: opens that, asks the oracle, has it verified, goes on writing,
 * and crashes again, also in the middle of the opening. A follower may read beside it, at the calls
 * that it makes, and see what was written; it outlives kills.
 */
final class CrashExplorer {

  private static final int DEPTH = 2;

  /** Of so many states one is opened read-only before it is opened. */
  private static final int READ_ONLY_ONE_IN = 4;

  private static final List<Function<SplittableRandom, Script>> FOLLOWED =
      List.of(
          Script::any,
          Script::ofKeyspaces,
          Script::ofIngestions,
          Script::ofDeletes,
          Script::ofMerges,
          Script::ofAgeing);

  private final SplittableRandom random;
  private final Surroundings surroundings;
  private final Script script;

  /** At one in so many changing calls a crash is looked at. */
  private final Chances chances;

  private final List<String> done = new ArrayList<>();
  private Oracle oracle = new Oracle(new Maps());
  private SimulatedDisk disk;
  private Optional<Follower> follower = Optional.empty();
  private TracedStore store;
  private long states;

  CrashExplorer(long seed, Surroundings surroundings) {
    this(new SplittableRandom(seed), surroundings, Script::any, false);
  }

  private CrashExplorer(
      SplittableRandom random,
      Surroundings surroundings,
      Function<SplittableRandom, Script> scripts,
      boolean ofDeletes) {
    this.random = random;
    this.surroundings = surroundings;
    this.script = scripts.apply(random);
    int usual = Math.max(2, script.operations());
    this.chances = ofDeletes ? new Chances(usual, 2, 24) : new Chances(usual, usual, 6);
    this.disk = surroundings.prepare().apply(new SimulatedDisk());
  }

  /** One that looks at a history of several keyspaces. */
  static CrashExplorer ofKeyspaces(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofKeyspaces, false);
  }

  /** One that looks at a history of several keyspaces that transactions write to. */
  static CrashExplorer ofTransactions(long seed, Surroundings surroundings) {
    return new CrashExplorer(
        new SplittableRandom(seed), surroundings, Script::ofTransactions, false);
  }

  /** One that looks at a history of ingestions. */
  static CrashExplorer ofIngestions(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofIngestions, false);
  }

  /** One that looks at a history of a store that is opened at its marks. */
  static CrashExplorer ofMarks(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofMarks, false);
  }

  /** One that looks at a history of merges. */
  static CrashExplorer ofMerges(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofMerges, false);
  }

  /** One that looks at a history in which entries expire. */
  static CrashExplorer ofAgeing(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofAgeing, false);
  }

  /** One that looks at a history of any kind with a follower beside it. */
  static CrashExplorer ofFollowers(long seed, Surroundings surroundings) {
    SplittableRandom random = new SplittableRandom(seed);
    CrashExplorer explorer =
        new CrashExplorer(
            random, surroundings, FOLLOWED.get(random.nextInt(FOLLOWED.size())), false);
    explorer.follower = Optional.of(new Follower(explorer.script.way(), random.split()));
    return explorer;
  }

  /** One that looks at a history of deletes. */
  static CrashExplorer ofDeletes(long seed, Surroundings surroundings) {
    return new CrashExplorer(new SplittableRandom(seed), surroundings, Script::ofDeletes, true);
  }

  /**
   * At one in so many calls a crash is looked at.
   *
   * @param usual calls of the history
   * @param log the history's writes to the log, few beside what jobs do
   * @param opening calls while what a crash left is opened
   */
  private record Chances(int usual, int log, int opening) {
    int of(Call call, int depth) {
      if (depth < DEPTH) {
        return opening;
      }
      return call.kind() == CallKind.MAPPED_WRITE ? log : usual;
    }
  }

  /** How many crash states were opened and found good. */
  long states() {
    return states;
  }

  /** How often a follower looked, and saw a first part of the writes. */
  long looks() {
    return follower.map(Follower::looks).orElse(0L);
  }

  /** Options and operations so far, one a line. */
  String history() {
    return script.way().options() + "\n" + String.join("\n", done) + "\n";
  }

  /** Runs the history; fails with an {@link AssertionError} on the first bad state. */
  void run() {
    List<Change> filling = script.filling();
    if (filling.isEmpty()) {
      hook(); // the first opening is looked at as well
    }
    store = openFollowed();
    filling.forEach(store::write);
    hook();
    script.keyspaces().forEach(this::setKeyspace);
    for (int i = 0; i < script.operations(); i++) {
      step();
    }
    note("close");
    store.close();
    follower.ifPresent(Follower::close);
  }

  private TracedStore openFollowed() {
    follower.ifPresent(seen -> seen.follow(disk, oracle));
    Disk seen = surroundings.wrap().apply(disk);
    Disk watched = follower.map(by -> Between.calls(seen, by::look)).orElse(seen);
    return new TracedStore(watched, script.way(), oracle);
  }

  private void step() {
    Script.Step step = script.nextStep();
    if (step == Script.Step.WRITE) {
      write(script.nextChange());
      return;
    }
    if (step == Script.Step.INGEST) {
      Change puts = script.nextIngestion();
      note("ingest " + puts);
      store.ingest(puts);
      return;
    }
    note(step.toString());
    carryOut(step);
    if (step.movesClock() && script.way().clock() != null) {
      askForTime(step);
    }
  }

  /** The store tells the time, so that it is known when the clock goes back. */
  private void askForTime(Script.Step step) {
    if (step == Script.Step.MOVE_CLOCK && oracle.told() > 0 && random.nextBoolean()) {
      store.look();
    } else {
      write(script.nextLasting());
    }
  }

  private void carryOut(Script.Step step) {
    switch (step) {
      case MOVE_CLOCK -> script.way().moveClock(random);
      case TICK -> store.tick();
      case FLUSH -> store.flush();
      case COMPACT -> store.compact();
      case AWAIT_IDLE -> store.awaitIdle();
      case INTERLEAVE -> interleave();
      case SET_KEYSPACE -> setKeyspace(script.anyKeyspace());
      case DROP_KEYSPACE -> dropKeyspace(script.anyKeyspace());
      case FLUSH_ONE -> flush(script.anyKeyspace(), random.nextInt(4) == 0);
      case WRITE_BACK -> disk.writeBack(random.nextDouble(), random.nextLong());
      case REOPEN -> {
        store.close();
        store = openFollowed();
      }
      case KILL -> goOnFrom(disk.kill(), oracle.floor());
      default -> {
        follower.ifPresent(Follower::close); // the power was its own, too
        goOnFrom(crash(disk, anyState()), oracle.floor().afterCut());
      }
    }
  }

  private void write(Change change) {
    note(change.toString());
    store.write(change);
  }

  private void setKeyspace(String name) {
    note("set " + name);
    store.setKeyspace(name, script.keyspaceOptions(name));
  }

  private void dropKeyspace(String name) {
    note("drop " + name);
    store.dropKeyspace(name);
  }

  private void flush(String name, boolean compact) {
    note((compact ? "compact " : "flush ") + name);
    store.flush(name, compact);
  }

  /** Enough tables for a compaction, with deletes for a delete job, and then both at once. */
  private void interleave() {
    store.hold();
    for (int tables = 0; tables < Shape.LEVEL0_TABLES; tables++) {
      for (int writes = random.nextInt(4); writes > 0; writes--) {
        write(script.nextChange());
      }
      note("flush");
      store.flush();
    }
    Kind outer = random.nextBoolean() ? Kind.COMPACTION : Kind.DELETES;
    int calls = random.nextInt(outer == Kind.COMPACTION ? 8 : 4);
    note("run " + outer + ", the other one after " + calls + " calls");
    store.interleave(outer, calls);
  }

  /** The rest of the history happens on what a crash left. */
  private void goOnFrom(SimulatedDisk left, Floor floor) {
    disk.onCall(call -> {});
    follower.ifPresent(Follower::stop);
    Oracle before = oracle.openedAt(0); // what the close tells lies on the disk that is left behind
    store.close();
    disk = left;
    Oracle after = visit(left, before, floor, 0);
    script.way().moveClock(random, after.latest()); // nobody knows how much of that the store knows
    oracle = after.openedAt(script.way().millis());
    hook();
    store = openFollowed();
  }

  private void hook() {
    disk.onCall(call -> explore(call, disk, oracle, oracle.floor(), DEPTH));
  }

  /** Looks at some of the states that a crash at this call leaves. */
  private void explore(Call call, SimulatedDisk at, Oracle expected, Floor floor, int depth) {
    if (!call.kind().isChanging() || random.nextInt(chances.of(call, depth)) > 0) {
      return;
    }
    boolean kill = random.nextInt(6) == 0;
    CrashState how = anyState(at);
    SimulatedDisk left = kill ? at.kill() : crash(at, how);
    try {
      visit(left, expected, kill ? floor : floor.afterCut(), depth - 1);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          (kill ? "kill" : how.toString()) + " before " + call + ", after\n" + at.history(), e);
    }
  }

  /** Opens what a crash left and checks it; returns the oracle for what comes after. */
  private Oracle visit(SimulatedDisk left, Oracle expected, Floor floor, int depth) {
    Way way = script.way().atAnotherTime(random);
    Oracle known = expected.openedAt(way.millis());
    Optional<Maps> readOnly =
        states % READ_ONLY_ONE_IN == 0 && !way.options().openAtLastMark() // a reader shows more
            ? Optional.of(contentReadOnly(left, way))
            : Optional.empty();
    if (depth > 0) {
      left.onCall(call -> explore(call, left, known, floor, depth));
    }
    Oracle.Left after;
    try (TracedStore opened = open(left, way, new Oracle(new Maps()))) {
      left.onCall(call -> {});
      Maps content = opened.content();
      readOnly.ifPresent(seen -> checkSame(content, seen));
      opened.checkGets(script.keys().all(), content);
      after = known.check(content, floor, way.millis());
      states++;
      if (depth > 0) {
        visit(crash(left, anyState(left)), after.open(), after.open().floor(), 0);
      }
    }
    verify(left);
    if (depth > 0) {
      if (way.clock() != null) { // that may be another one
        visit(left.kill(), after.closed(), after.closed().floor(), 0);
      }
      goOn(left.kill(), after.closed());
    }
    return after.closed();
  }

  /** Opens what a crash left read-only, on a disk that takes no change. */
  private Maps contentReadOnly(SimulatedDisk left, Way way) {
    left.onCall(
        call -> {
          if (call.kind().isChanging()) {
            throw new AssertionError("opened read-only, it changes something: " + call);
          }
        });
    try {
      return way.contentReadOnly(surroundings.wrap().apply(left));
    } finally {
      left.onCall(call -> {});
    }
  }

  private static void checkSame(Object opened, Object readOnly) {
    if (!opened.equals(readOnly)) {
      throw new AssertionError("opened read-only, it held something else: " + readOnly);
    }
  }

  /** What is written after a crash is there after the next one, beside what was there. */
  private void goOn(SimulatedDisk on, Oracle expected) {
    Way way = script.way().atLaterTime(random, expected.latest());
    Oracle after = expected.again().openedAt(way.millis());
    try (TracedStore opened = open(on, way, after)) {
      opened.write(script.nextSync());
      int choice = random.nextInt(3);
      if (choice == 1) {
        opened.flush();
      } else if (choice == 2) {
        opened.compact();
      }
      opened.write(script.nextChange());
      visit(crash(on, anyState(on)), after, after.floor().afterCut(), 0);
    }
  }

  private static void verify(SimulatedDisk left) {
    var problems = Stores.verify(left).problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("verify finds " + problems);
    }
  }

  private TracedStore open(SimulatedDisk on, Way way, Oracle told) {
    return new TracedStore(surroundings.wrap().apply(on), way, told);
  }

  private SimulatedDisk crash(SimulatedDisk at, CrashState how) {
    return at.crash(how, random.nextLong());
  }

  private CrashState anyState() {
    return CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
  }

  /** Also states that single out one piece of what is unsynced. */
  private CrashState anyState(SimulatedDisk at) {
    int pieces = at.unsyncedPieces();
    return switch (pieces == 0 ? 2 : random.nextInt(6)) {
      case 0 -> CrashState.only(random.nextInt(pieces));
      case 1 -> CrashState.allBut(random.nextInt(pieces));
      default -> anyState();
    };
  }

  private void note(String what) {
    done.add(what);
  }
}
