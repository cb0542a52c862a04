package dev.malkoha.tools.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.Stores;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The salvage of a sound store, with each of its calls to the disk failing in turn, or being the
 * last one before a kill or a power cut: nobody takes a part for all, and what a report does not
 * tell of is there.
 */
@Tag("hunt")
class SalvageSweepTest {

  private static final Path SAVED = Path.of("/saved");

  /** One in so many calls is tried, others with each seed. */
  private static final int EVERY = Trials.oneIn(3);

  private static final Set<CallKind> LOCKS = EnumSet.of(CallKind.LOCK, CallKind.LOCK_EXISTING);

  /** How a call fails, or all from one on. */
  @SuppressWarnings("ImmutableEnumChecker") // each makes its fault anew
  enum How {
    ONCE(Fault::at),
    FOR_GOOD(Fault::from),
    FULL_ONCE(call -> Fault.at(call).noSpace()),
    FULL_FOR_GOOD(call -> Fault.from(call).noSpace()),
    /** But for a lock: who is told that he has none does not let go of it. */
    AFTER_THE_EFFECT(
        index ->
            Fault.when(call -> call.index() == index && !LOCKS.contains(call.kind()))
                .afterTheEffect());

    private final LongFunction<Fault> fault;

    How(LongFunction<Fault> fault) {
      this.fault = fault;
    }
  }

  private static boolean isTried(Call call, long seed) {
    return Math.floorMod(call.index() - seed, EVERY) == 0;
  }

  @Test
  void aSalvageThatIsCutShortIsNoStore() {
    for (long seed : Trials.seeds(30).toArray()) {
      SalvagedHistory history = new SalvagedHistory(seed, true, true);
      List<SimulatedDisk> cut = new ArrayList<>();
      SimulatedDisk disk = history.disk.kill();
      disk.onCall(
          call -> {
            cut.add(disk.kill());
            if (isTried(call, seed)) {
              CrashState.ALL.forEach(how -> cut.add(disk.crash(how, call.index())));
            }
          });
      Stores.salvage(disk, Stores.PATH, SAVED);
      cut.forEach(left -> SalvagedHistory.checkAllOrNothing(history.holds, left, SAVED));
    }
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void aSalvageWhoseCallsFailLeavesAllOrNothing(How how) {
    for (long seed : Trials.seeds(10).toArray()) {
      SalvagedHistory history = new SalvagedHistory(seed, true, true);
      SimulatedDisk sound = history.disk.kill();
      Stores.salvage(sound, Stores.PATH, SAVED);
      for (long call = Math.floorMod(seed, EVERY); call < sound.calls(); call += EVERY) {
        try {
          check(history, how.fault.apply(call));
        } catch (RuntimeException | AssertionError e) {
          String replay = Trials.replay(SalvageSweepTest.class, seed);
          throw new AssertionError(replay + ", " + how + " at call " + call, e);
        }
      }
    }
  }

  /** An opening that fails at the log or the manifest leaves that file to the collector. */
  private static boolean isLeftOpen(String name) {
    return name.startsWith("MANIFEST-") || name.endsWith(".log");
  }

  private static void check(SalvagedHistory history, Fault fault) {
    SimulatedDisk disk = history.disk.kill().fail(fault);
    Optional<SalvageReport> report = Optional.empty();
    try {
      report = Optional.of(Stores.salvage(disk, Stores.PATH, SAVED));
    } catch (DbException e) {
      // it is told at once
    }
    disk.repair();
    assertEquals(List.of(), disk.handles().stream().filter(name -> !isLeftOpen(name)).toList());
    report.ifPresentOrElse(
        told -> SalvageHunt.check(history, SalvagedHistory.read(disk, SAVED), told, "nothing"),
        () -> SalvagedHistory.checkAllOrNothing(history.holds, disk, SAVED));
    Path again = Path.of("/again");
    assertTrue(Stores.salvage(disk, Stores.PATH, again).isComplete(), "the store has changed");
    assertEquals(history.holds, SalvagedHistory.read(disk, again));
  }
}
