package dev.malkoha.engine.fault;

import static org.junit.jupiter.api.Assertions.fail;

import dev.malkoha.storage.sim.Fault;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each call of a workload to the disk fails, once and from then on, in every way. */
class FaultSweepTest {

  private static final long SEED = Long.getLong("malkoha.seed", 1);

  enum How {
    IO_ERROR,
    NO_SPACE,
    AFTER_THE_EFFECT;

    Fault of(Fault fault) {
      return switch (this) {
        case IO_ERROR -> fault;
        case NO_SPACE -> fault.noSpace();
        case AFTER_THE_EFFECT -> fault.afterTheEffect();
      };
    }
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void survivesTheFailureOfEachCall(How how) {
    sweep(Workload.mixed(SEED), how);
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void survivesTheFailureOfEachCallWhereDeletesAreApplied(How how) {
    sweep(Workload.ofDeletes(SEED), how);
  }

  private static void sweep(Workload workload, How how) {
    long calls = FaultyRun.calls(workload);
    LongStream.range(0, calls)
        .parallel()
        .forEach(
            call -> {
              run(workload, how.of(Fault.at(call)), how + " at call " + call);
              run(workload, how.of(Fault.from(call)), how + " from call " + call);
            });
  }

  private static void run(Workload workload, Fault fault, String what) {
    FaultyRun run = new FaultyRun(workload, fault);
    try {
      run.run();
    } catch (RuntimeException | AssertionError e) {
      fail("-Dmalkoha.seed=" + SEED + ", " + what + ", in " + run.history(), e);
    }
  }
}
