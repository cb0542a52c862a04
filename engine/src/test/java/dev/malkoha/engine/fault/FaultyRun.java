package dev.malkoha.engine.fault;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One run of a workload on a disk that fails as told, and in memory that fails as its {@link Heap}
 * was told: what is refused must be refused with the right exception, what is answered must be
 * right, what is closed must hold no file, and what was acknowledged must be there when everything
 * works again.
 */
final class FaultyRun {

  /** After one of these nobody knows what is durable. An allocation is given up as a whole. */
  private static final Set<CallKind> FORCES =
      EnumSet.of(CallKind.FORCE, CallKind.MAPPED_FORCE, CallKind.DIRECTORY_FORCE);

  /** So many power cuts are looked at where writing goes on after a failure. */
  private static final int CUTS_AFTER_FAILURE = 4;

  private final Workload workload;
  private final Ledger ledger = new Ledger();
  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db;
  private Snapshot snapshot;
  private Map<Bytes, Bytes> seenBySnapshot = Map.of();

  /** What failed in this life of the store, and how many calls failed in all. */
  private final Set<CallKind> failed = EnumSet.noneOf(CallKind.class);

  private int failedCalls;
  private int failuresBefore;
  private int cutsAfterFailure;
  private Throwable escaped;
  private String running = "open";

  FaultyRun(Workload workload, Fault fault) {
    this.workload = workload;
    disk.fail(
        new Fault(
            call -> isOpenTo(fault, call) && fault.when().test(call) && note(call),
            fault.kind(),
            fault.afterEffect()));
  }

  /** A lock that is taken by a call that reports failure is nobody's, and no store's business. */
  private static boolean isOpenTo(Fault fault, Call call) {
    return call.kind() != CallKind.LOCK || !fault.afterEffect();
  }

  private boolean note(Call call) {
    failedCalls++;
    failed.add(call.kind());
    return true;
  }

  /** How much has failed so far. */
  private int failures() {
    return failedCalls + Heap.failures();
  }

  private boolean hasFailedInThisLife() {
    return failures() > failuresBefore;
  }

  /** How many calls a workload makes where none fails. */
  static long calls(Workload workload) {
    FaultyRun run = new FaultyRun(workload, Fault.when(call -> false));
    run.run();
    return run.disk.calls();
  }

  /** Fails with the operation that ran last, and the last calls to the disk. */
  void run() {
    try {
      reopen();
      workload.operations().forEach(this::carryOut);
      end();
    } catch (RuntimeException | Error e) {
      throw new AssertionError("in " + running + "\n" + disk.history(), e);
    }
  }

  private void end() {
    Heap.aside(() -> check(disk.kill(), false));
    Heap.aside(() -> check(disk.crash(CrashState.RANDOM, failedCalls), true));
    close();
    Heap.aside(() -> check(disk.kill(), false));
    Heap.aside(() -> check(disk.crash(CrashState.SYNCED_ONLY, failedCalls), true));
  }

  private void carryOut(Operation operation) {
    running = operation.toString();
    if (operation.step() == Workload.Step.REOPEN) {
      close();
      reopen();
    } else if (db != null) {
      carryOutOpen(operation);
    }
    if (escaped != null) {
      throw new AssertionError("a worker's thread ends", escaped);
    }
  }

  private void carryOutOpen(Operation operation) {
    switch (operation.step()) {
      case WRITE -> write(operation.change().orElseThrow());
      case READ -> read();
      case FLUSH -> upkeep(Db::flush);
      case COMPACT -> upkeep(Db::compact);
      case IDLE -> idle();
      case SNAPSHOT -> openSnapshot();
      case RELEASE -> closeSnapshot();
      case REOPEN -> throw new IllegalArgumentException();
    }
  }

  private void write(Change change) {
    boolean mustRefuse = failed.stream().anyMatch(FORCES::contains) && !change.edits().isEmpty();
    int before = failures();
    ledger.begin(change);
    try {
      change.applyTo(db);
    } catch (DbException | OutOfMemoryError | InternalError e) {
      judge(e, hasFailedInThisLife(), before);
      if (e instanceof DbSealedException) {
        ledger.retract();
      }
      return;
    }
    if (mustRefuse) {
      throw new AssertionError("a write is acknowledged after a failed force");
    }
    ledger.acknowledge();
    if (change.isSync(db) && !change.edits().isEmpty()) {
      ledger.allDurable();
    }
    checkAfterFailure();
  }

  /** Where writing goes on after a failure, a power cut must find what it would without one. */
  private void checkAfterFailure() {
    if (hasFailedInThisLife() && cutsAfterFailure < CUTS_AFTER_FAILURE) {
      cutsAfterFailure++;
      Heap.aside(() -> check(disk.crash(CrashState.SYNCED_ONLY, 0), true));
    }
  }

  private interface Work {
    void on(Db db);
  }

  private void upkeep(Work work) {
    int before = failures();
    try {
      work.on(db);
      ledger.allDurable();
    } catch (DbException | OutOfMemoryError | InternalError e) {
      judge(e, hasFailedInThisLife(), before);
    }
    read();
  }

  /** Makes nothing durable but what is flushed for its deletes. */
  private void idle() {
    int before = failures();
    try {
      db.awaitIdle();
    } catch (DbException | OutOfMemoryError | InternalError e) {
      judge(e, hasFailedInThisLife(), before);
    }
    read();
  }

  /** Reads are refused only where they themselves meet a failure, and then may be tried again. */
  private void read() {
    if (!reads(() -> read(db, false))) {
      reads(() -> read(db, false));
    }
  }

  private boolean reads(Runnable work) {
    int before = failures();
    try {
      work.run();
      return true;
    } catch (DbException | OutOfMemoryError | InternalError e) {
      judge(e, failures() > before, before);
      return false;
    }
  }

  private void read(Db from, boolean afterCut) {
    Map<Bytes, Bytes> scanned = scan(from.scan(KeyRange.all()));
    ledger.check(scanned, afterCut);
    for (Bytes key : workload.keys()) {
      byte[] got = from.get(key.array());
      if (!Objects.equals(got == null ? null : Bytes.of(got), scanned.get(key))) {
        throw new AssertionError("a get of " + key + " does not give what a scan gives");
      }
    }
    boolean hasSnapshot = from.equals(db) && snapshot != null;
    if (hasSnapshot && !scan(db.scan(KeyRange.all(), snapshot)).equals(seenBySnapshot)) {
      throw new AssertionError("a snapshot no longer sees " + seenBySnapshot);
    }
  }

  private static Map<Bytes, Bytes> scan(Cursor opened) {
    Map<Bytes, Bytes> scanned = new HashMap<>();
    try (Cursor cursor = opened) {
      while (cursor.next()) {
        scanned.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    return scanned;
  }

  private void openSnapshot() {
    reads(
        () -> {
          Snapshot opened = db.snapshot();
          seenBySnapshot = scan(db.scan(KeyRange.all(), opened));
          snapshot = opened;
        });
  }

  private void closeSnapshot() {
    Snapshot open = snapshot;
    snapshot = null;
    if (open != null) {
      reads(open::close);
    }
  }

  private void reopen() {
    db = null;
    for (int attempt = 0; db == null && attempt < 2; attempt++) {
      failuresBefore = failures();
      failed.clear();
      try {
        db = Stores.open(disk, workload.options(), workers());
      } catch (DbException | OutOfMemoryError | InternalError e) {
        judge(e, hasFailedInThisLife(), failuresBefore);
        checkNothingIsHeld();
      }
    }
  }

  /** As pools of threads do, they keep from the caller what a job throws. */
  private Workers workers() {
    return Workers.of(this::carryOut, this::carryOut, this::carryOut, Workers.Ticker.NEVER);
  }

  private void carryOut(Runnable job) {
    try {
      job.run();
    } catch (RuntimeException | Error e) {
      escaped = e;
    }
  }

  private void close() {
    snapshot = null;
    if (db == null) {
      return;
    }
    int before = failures();
    try {
      db.close();
      ledger.allDurable();
    } catch (DbException | OutOfMemoryError | InternalError e) {
      judge(e, hasFailedInThisLife(), before);
      if (e instanceof Error) {
        db.close();
      }
    }
    checkNothingIsHeld();
  }

  private void checkNothingIsHeld() {
    List<String> held = disk.handles().stream().filter(name -> !isLeftOpen(name)).toList();
    if (!held.isEmpty()) {
      throw new AssertionError("still open after the end: " + held);
    }
  }

  /** An opening that fails at the log or the manifest leaves that file to the collector. */
  private static boolean isLeftOpen(String name) {
    return name.startsWith("MANIFEST-") || name.endsWith(".log");
  }

  /** An error that is no exception may come only out of the very call that has met it. */
  private void judge(Throwable e, boolean excused, int before) {
    boolean typed = e instanceof DbIoException || e instanceof DbSealedException;
    boolean met = e instanceof Error && failures() > before;
    if (!excused || !(typed || met)) {
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
