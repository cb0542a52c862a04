package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.VerifyReport;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.model.Op.Move;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A store beside the sorted map that says what it must answer. Fails where they differ. */
final class Subject {

  private record Moment(Snapshot snapshot, NavigableMap<Bytes, Bytes> content) {}

  private final NavigableMap<Bytes, Bytes> content = new TreeMap<>();
  private final List<Moment> snapshots = new ArrayList<>();
  private final List<CheckedCursor> cursors = new ArrayList<>();
  private OptionSet set;
  private SimulatedDisk disk = new SimulatedDisk();
  private MeanwhileDisk seen;
  private HeldWork work = new HeldWork();
  private Db db;

  /** Told of writes and of calls to the disk; null if nobody looks at crashes. */
  private Crashes crashes;

  Subject(OptionSet set) {
    this.set = set;
    this.db = open();
  }

  private Db open() {
    seen = new MeanwhileDisk(disk);
    return Stores.open(seen, set.options(), set.workers(work));
  }

  /** From now on crashes are looked at. Everything must be flushed. */
  Crashes crash(SplittableRandom random, List<Bytes> keys, int oneIn) {
    crashes = new Crashes(random, set, keys, oneIn, content);
    disk.onCall(call -> crashes.look(disk, call));
    return crashes;
  }

  void write(Change change) {
    if (crashes != null) {
      crashes.begin(change);
    }
    change.applyTo(db);
    change.applyTo(content);
  }

  void get(Bytes key, int snapshot) {
    Optional<Moment> moment = moment(snapshot);
    byte[] found =
        moment.isPresent() ? db.get(key.array(), moment.get().snapshot()) : db.get(key.array());
    Bytes expected = moment.map(Moment::content).orElse(content).get(key);
    if (expected == null ? found != null : found == null || !expected.equals(Bytes.of(found))) {
      throw new AssertionError(
          "get gives " + (found == null ? null : Bytes.of(found)) + ", expected " + expected);
    }
  }

  void scan(Range range, int snapshot, List<Move> moves) {
    CheckedCursor cursor = cursor(range, snapshot);
    cursor.move(moves);
    cursor.close();
  }

  void openCursor(Range range, int snapshot) {
    cursors.add(cursor(range, snapshot));
  }

  private CheckedCursor cursor(Range range, int snapshot) {
    Optional<Moment> moment = moment(snapshot);
    Cursor cursor =
        moment.isPresent()
            ? db.scan(range.keyRange(), moment.get().snapshot())
            : db.scan(range.keyRange());
    return new CheckedCursor(
        cursor, new ModelCursor(range.of(moment.map(Moment::content).orElse(content))));
  }

  void moveCursor(int index, List<Move> moves, boolean close) {
    if (index < cursors.size()) {
      cursors.get(index).move(moves);
      if (close) {
        cursors.remove(index).close();
      }
    }
  }

  void takeSnapshot() {
    snapshots.add(new Moment(db.snapshot(), new TreeMap<>(content)));
  }

  void closeSnapshot(int index) {
    if (index < snapshots.size()) {
      snapshots.remove(index).snapshot().close();
    }
  }

  private Optional<Moment> moment(int index) {
    return index < 0 || index >= snapshots.size()
        ? Optional.empty()
        : Optional.of(snapshots.get(index));
  }

  void upkeep(Op.Upkeep upkeep) {
    switch (upkeep) {
      case FLUSH -> db.flush();
      case COMPACT -> withWorkDone(db::compact);
      case AWAIT_IDLE -> withWorkDone(db::awaitIdle);
    }
    if (crashes != null) {
      crashes.flushed();
    }
  }

  /** Who waits for work waits for ever where work is held. */
  private void withWorkDone(Runnable waiting) {
    boolean held = work.isHeld();
    work.letGo();
    waiting.run();
    hold(held);
  }

  void hold(boolean held) {
    if (held) {
      work.hold();
    } else {
      work.letGo();
    }
  }

  /**
   * Runs work that waits, and something else in the middle; returns whether it came to that. Where
   * work has threads of its own, none waits, and they choose the middle of what they do.
   */
  boolean runHeld(HeldWork.Kind kind, When when, int calls, List<Op> meanwhile) {
    if (set.threads()) {
      meanwhile.forEach(op -> op.on(this));
      return false;
    }
    seen.after(calls, when, () -> meanwhile.forEach(op -> op.on(this)));
    work.runOne(kind);
    return seen.end();
  }

  void reopen(int places) {
    db.close();
    set = set.after(places);
    reopenOn(disk);
  }

  void kill() {
    SimulatedDisk left = disk.kill();
    db.close();
    reopenOn(left);
  }

  void powerCut(Change sync, CrashState how, long seed) {
    write(sync);
    SimulatedDisk left = disk.crash(how, seed);
    db.close();
    reopenOn(left);
  }

  private void reopenOn(SimulatedDisk next) {
    snapshots.clear();
    cursors.clear();
    disk = next;
    boolean held = work.isHeld();
    work = new HeldWork();
    hold(held);
    db = open();
  }

  /**
   * Looks at everything once more, closes the store and has it verified; then all that again with
   * the store as it is opened anew.
   */
  void finish(List<Bytes> keys) {
    for (int i = 0; i < snapshots.size(); i++) {
      lookAtEverything(keys, i);
    }
    lookAtEverything(keys, -1);
    close();
    reopenOn(disk);
    lookAtEverything(keys, -1);
    close();
  }

  private void lookAtEverything(List<Bytes> keys, int snapshot) {
    keys.forEach(key -> get(key, snapshot));
    Move next = new Move(Move.Kind.NEXT, Optional.empty());
    Move prev = new Move(Move.Kind.PREV, Optional.empty());
    int entries = moment(snapshot).map(Moment::content).orElse(content).size();
    List<Move> all = new ArrayList<>(Collections.nCopies(entries + 1, next));
    all.addAll(Collections.nCopies(entries + 1, prev));
    scan(new Range.All(), snapshot, all);
  }

  private void close() {
    db.close();
    VerifyReport report = Stores.verify(disk);
    if (!report.problems().isEmpty()) {
      throw new AssertionError("verify finds " + report.problems());
    }
  }

  /** The last calls to the disk. */
  String diskHistory() {
    return disk.history();
  }
}
