package dev.malkoha.engine.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.crash.Oracle.Floor;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A manifest that has grown too long is rewritten while the store runs: crashes and failures at
 * each call of that. Long keys make it grow fast, since it holds the ends of each table.
 *
 * <p>Slow: a store is written again for each call that fails.
 */
@Tag("slow")
class ManifestRewriteTest {

  private static final Way WAY =
      Way.plain(DbOptions.builder().memTableBytes(4096).tableBytes(4096).build());
  private static final List<Bytes> KEYS = Keys.ofLength(65_000, 4).all();
  private static final int WRITES = 30;
  private static final int CALLS = 20;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final Oracle oracle = new Oracle(new Maps());

  /** Each write is flushed, since it fills a memtable. */
  private void run() {
    try (TracedStore store = new TracedStore(disk, WAY, oracle)) {
      for (int i = 0; i < WRITES; i++) {
        Bytes key = KEYS.get(i % KEYS.size());
        store.write(Change.put(key, Bytes.numbered(i, 20), Durability.PROCESS));
      }
    }
  }

  /** The call that begins the second manifest: the first one is begun by the opening. */
  private static long firstRewrite() {
    ManifestRewriteTest dry = new ManifestRewriteTest();
    long[] found = {-1, -1};
    dry.disk.onCall(
        call -> {
          if (call.kind() == CallKind.CREATE && call.name().startsWith("MANIFEST")) {
            found[0] = found[1];
            found[1] = call.index();
          }
        });
    dry.run();
    assertTrue(found[0] > 0, "the manifest is not rewritten");
    return found[1];
  }

  @Test
  void losesNothingInACrash() {
    long first = firstRewrite();
    disk.onCall(
        call -> {
          if (call.index() >= first && call.index() < first + CALLS) {
            visitAll(call);
          }
        });
    run();
  }

  private void visitAll(Call call) {
    Floor floor = oracle.floor();
    visit(disk.kill(), floor, "kill before " + call);
    for (CrashState how : CrashState.ALL) {
      visit(disk.crash(how, call.index()), floor.afterCut(), how + " before " + call);
    }
    int pieces = disk.unsyncedPieces();
    for (int piece = 0; piece < pieces; piece += 1 + pieces / 10) {
      visit(disk.crash(CrashState.only(piece), 0), floor.afterCut(), piece + " before " + call);
    }
  }

  private void visit(SimulatedDisk left, Floor floor, String when) {
    try (TracedStore store = new TracedStore(left, WAY, new Oracle(new Maps()))) {
      oracle.check(store.content(), floor, 0);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(when, e);
    }
    assertEquals(List.of(), Stores.verify(left).problems(), when);
  }

  @Test
  void losesNothingWhenACallFails() {
    long first = firstRewrite();
    List<UnaryOperator<Fault>> ways = List.of(UnaryOperator.identity(), Fault::afterTheEffect);
    for (long call = first - 2; call < first + CALLS; call++) {
      for (UnaryOperator<Fault> way : ways) {
        new ManifestRewriteTest().runFailing(way.apply(Fault.at(call)));
        new ManifestRewriteTest().runFailing(way.apply(Fault.from(call)));
      }
    }
  }

  /** The write that met the failure was logged before, and so was every one before it. */
  private void runFailing(Fault fault) {
    disk.fail(fault);
    try {
      run();
    } catch (DbException e) {
      assertTrue(disk.history().contains("simulated"), "refused without reason");
    }
    visit(disk.kill(), oracle.floor(), fault.toString());
    visit(disk.crash(CrashState.SYNCED_ONLY, 0), oracle.floor().afterCut(), fault.toString());
  }
}
