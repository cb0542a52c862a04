package dev.malkoha.engine.fault;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.fault.Workload.Operation;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One run of a workload on a disk that is full for a while: what is refused is refused as such, and
 * goes through when there is room again, in the same life of the store; nothing is lost, and no
 * file is left that nobody needs.
 */
final class NoSpaceRun {

  private static final int TRIES = 200;

  private final Workload workload;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final NavigableMap<Bytes, Bytes> model = new TreeMap<>();

  /** By the indexes of calls that needed room, how many bytes of it. */
  private final NavigableMap<Long, Long> needed = new TreeMap<>();

  private long used;
  private String running = "open";
  private Db db;
  private Snapshot snapshot;
  private int refusals;

  /**
   * Prepares a run.
   *
   * @param first the index of the call from which on the disk is full
   * @param calls for how many
   * @param left bytes of room that are left then
   */
  NoSpaceRun(Workload workload, long first, long calls, long left) {
    this.workload = workload;
    disk.onCall(
        call -> {
          note(call);
          if (call.index() == first) {
            disk.limit(disk.usedBytes() + left);
          } else if (call.index() == first + calls) {
            disk.limit(Long.MAX_VALUE);
          }
        });
  }

  /** A call comes before its effect: what the one before it needed is seen now. */
  private void note(Call call) {
    long now = disk.usedBytes();
    if (now > used) {
      needed.put(call.index() - 1, now - used);
    }
    used = now;
  }

  long calls() {
    return disk.calls();
  }

  /** By the indexes of those calls that need room, how many bytes of it. */
  NavigableMap<Long, Long> needed() {
    return needed;
  }

  int refusals() {
    return refusals;
  }

  String history() {
    return running + "\n" + disk.history();
  }

  void run() {
    reopen();
    workload.operations().forEach(this::carryOut);
    check(disk.kill(), true);
    check(disk.crash(CrashState.RANDOM, refusals), false);
    carryOut("wait for quiet", db::awaitIdle);
    carryOut("flush", db::flush);
    check(disk.crash(CrashState.RANDOM, refusals), true);
    db.close();
    db = null;
    checkFiles();
    reopen();
    read(db);
    db.close();
  }

  /** Each table and sidecar is one that the manifest names. */
  private void checkFiles() {
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      Set<String> left = new TreeSet<>();
      for (String name : directory.list()) {
        if (name.endsWith(".sst") || name.endsWith(".dv")) {
          left.add(FileNames.withoutDraft(name));
        }
      }
      for (KeyspaceState keyspace : SealedManifest.of(disk).state().keyspaces()) {
        keyspace.tables().forEach(table -> left.remove(FileNames.table(table.number())));
        keyspace.tables().stream()
            .map(TableMeta::vector)
            .filter(Objects::nonNull)
            .forEach(vector -> left.remove(FileNames.sidecar(vector.sidecar())));
      }
      if (!left.isEmpty()) {
        throw new AssertionError("files were left that nobody needs: " + left);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void carryOut(Operation operation) {
    String what = operation.toString();
    switch (operation.step()) {
      case WRITE -> write(what, operation.change().orElseThrow());
      case READ -> read(db);
      case FLUSH -> carryOut(what, db::flush);
      case COMPACT -> carryOut(what, db::compact);
      case IDLE -> carryOut(what, db::awaitIdle);
      case SNAPSHOT -> snapshot = db.snapshot();
      case RELEASE -> snapshot.close();
      case REOPEN -> reopen();
    }
  }

  private void write(String what, Change change) {
    carryOut(what, () -> change.applyTo(db));
    TreeSet<Bytes> keys = new TreeSet<>(workload.keys());
    change
        .edits()
        .forEach(
            edit ->
                edit.keysAmong(keys)
                    .forEach(
                        key ->
                            edit.value()
                                .ifPresentOrElse(v -> model.put(key, v), () -> model.remove(key))));
  }

  /** Reads go on whatever is refused. */
  private void carryOut(String what, Runnable operation) {
    running = what;
    for (int i = 0; i < TRIES; i++) {
      try {
        operation.run();
        return;
      } catch (DbNoSpaceException e) {
        refusals++;
        if (db != null) {
          read(db);
        }
      }
    }
    throw new AssertionError("still refused: " + what);
  }

  private void reopen() {
    if (db != null) {
      db.close();
      db = null;
    }
    carryOut("open", () -> db = Stores.open(disk, workload.options()));
  }

  private void read(Db from) {
    for (Bytes key : workload.keys()) {
      Bytes value = model.get(key);
      if (!Arrays.equals(from.get(key.array()), value == null ? null : value.array())) {
        throw new AssertionError("a get of " + key + " does not give " + value);
      }
    }
  }

  /**
   * What a crash leaves opens, is sound, and is complete where all of it was durable or the process
   * alone died.
   */
  private void check(SimulatedDisk left, boolean isComplete) {
    try (Db after = Stores.open(left, workload.options())) {
      if (isComplete) {
        read(after);
      }
      after.put(new byte[] {1}, new byte[] {1});
      after.flush();
    }
    var problems = Stores.verify(left).problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("verify finds " + problems);
    }
  }
}
