package dev.malkoha.engine.fault;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.fault.Workload.Operation;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * One run of a workload on a disk that fails as told: what is refused must be refused with the
 * right exception, what is answered must be right, and what was acknowledged must be there when the
 * disk works again.
 */
final class FaultyRun {

  /** After one of these nobody knows what is durable. An allocation is given up as a whole. */
  private static final Set<CallKind> FORCES =
      EnumSet.of(CallKind.FORCE, CallKind.MAPPED_FORCE, CallKind.DIRECTORY_FORCE);

  private final Workload workload;
  private final Ledger ledger = new Ledger();
  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db;

  /** What failed in this life of the store, and how many calls failed in all. */
  private final Set<CallKind> failed = EnumSet.noneOf(CallKind.class);

  private int failures;
  private String running = "open";

  FaultyRun(Workload workload, Fault fault) {
    this.workload = workload;
    disk.fail(
        new Fault(
            call -> isOpenToFailure(call) && fault.when().test(call) && note(call),
            fault.reason(),
            fault.afterEffect()));
  }

  /** A lock that is taken by a call that reports failure is nobody's, and no store's business. */
  private static boolean isOpenToFailure(Call call) {
    return call.kind() != CallKind.LOCK;
  }

  private boolean note(Call call) {
    failures++;
    failed.add(call.kind());
    return true;
  }

  /** How many calls a workload makes where none fails. */
  static long calls(Workload workload) {
    FaultyRun run = new FaultyRun(workload, Fault.when(call -> false));
    run.run();
    return run.disk.calls();
  }

  /** The operation that ran last and the last calls to the disk. */
  String history() {
    return running + "\n" + disk.history();
  }

  void run() {
    reopen();
    workload.operations().forEach(this::carryOut);
    check(disk.kill(), false);
    check(disk.crash(CrashState.RANDOM, failures), true);
    close();
    check(disk.crash(CrashState.SYNCED_ONLY, failures), true);
  }

  private void carryOut(Operation operation) {
    running = operation.toString();
    switch (operation.step()) {
      case WRITE -> write(operation.change().orElseThrow());
      case READ -> read();
      case FLUSH -> upkeep(Db::flush);
      case COMPACT -> upkeep(Db::compact);
      case REOPEN -> {
        close();
        reopen();
      }
    }
  }

  private void write(Change change) {
    if (db == null) {
      return;
    }
    boolean mustRefuse = failed.stream().anyMatch(FORCES::contains) && !change.edits().isEmpty();
    ledger.begin(change);
    try {
      change.applyTo(db);
    } catch (DbException e) {
      judge(e, !failed.isEmpty());
      return;
    }
    if (mustRefuse) {
      throw new AssertionError("a write is acknowledged after a failed force");
    }
    ledger.acknowledge(change);
    if (change.isSync(db.options().durability()) && !change.edits().isEmpty()) {
      ledger.allDurable();
    }
  }

  private interface Upkeep {
    void on(Db db);
  }

  private void upkeep(Upkeep upkeep) {
    if (db == null) {
      return;
    }
    try {
      upkeep.on(db);
      ledger.allDurable();
    } catch (DbException e) {
      judge(e, !failed.isEmpty());
    }
    read();
  }

  /** Reads are refused only where they themselves meet a failure. */
  private void read() {
    if (db == null) {
      return;
    }
    int before = failures;
    try {
      read(db, false);
    } catch (DbException e) {
      judge(e, failures > before);
    }
  }

  private void read(Db from, boolean afterCut) {
    Map<Bytes, Bytes> scanned = new HashMap<>();
    try (Cursor cursor = from.scan(KeyRange.all())) {
      while (cursor.next()) {
        scanned.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    for (Bytes key : workload.keys()) {
      Bytes value = scanned.get(key);
      ledger.check(key, value == null ? null : value.array(), afterCut);
      byte[] got = from.get(key.array());
      if (got == null ? value != null : !Bytes.of(got).equals(value)) {
        throw new AssertionError("a get of " + key + " does not give what a scan gives");
      }
    }
  }

  private void reopen() {
    db = null;
    for (int attempt = 0; db == null && attempt < 2; attempt++) {
      int before = failures;
      failed.clear();
      try {
        db = Stores.open(disk, workload.options());
      } catch (DbException e) {
        judge(e, failures > before);
      }
    }
  }

  private void close() {
    if (db == null) {
      return;
    }
    try {
      db.close();
      ledger.allDurable();
    } catch (DbException e) {
      judge(e, !failed.isEmpty());
    }
  }

  private static void judge(DbException e, boolean excused) {
    boolean typed = e instanceof DbIoException || e instanceof DbSealedException;
    if (!typed || !excused) {
      throw new AssertionError(excused ? "not the right exception" : "refused without reason", e);
    }
  }

  /** What a disk holds that works again: all of what was acknowledged, and a sound store. */
  private void check(SimulatedDisk repaired, boolean afterCut) {
    try (Db after = Stores.open(repaired, workload.options())) {
      read(after, afterCut);
    }
    var problems = Stores.verify(repaired).problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("verify finds " + problems);
    }
  }
}
