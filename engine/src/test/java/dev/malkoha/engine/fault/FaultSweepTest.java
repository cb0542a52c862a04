package dev.malkoha.engine.fault;

import dev.malkoha.engine.fault.Workload.Kind;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each call of a workload to the disk fails, once and from then on, in every way. */
@Tag("hunt")
class FaultSweepTest {

  private static final long SEED = Trials.seed();

  /** One in so many calls is tried, others with each seed. */
  private static final int EVERY = Trials.oneIn(12);

  /** The same of errors. */
  private static final int SHARE = Trials.oneIn(96);

  enum How {
    IO_ERROR(EVERY),
    NO_SPACE(EVERY),
    AFTER_THE_EFFECT(EVERY),
    NO_MEMORY(SHARE),
    BROKEN_MAPPING(SHARE);

    private final int share;

    How(int share) {
      this.share = share;
    }

    Fault of(Fault fault) {
      return switch (this) {
        case IO_ERROR -> fault;
        case NO_SPACE -> fault.noSpace();
        case AFTER_THE_EFFECT -> fault.afterTheEffect();
        case NO_MEMORY -> fault.as(Fault.Kind.NO_MEMORY);
        case BROKEN_MAPPING -> fault.as(Fault.Kind.BROKEN_MAPPING);
      };
    }
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void survivesTheFailureOfEachCall(How how) throws InterruptedException {
    sweep(Kind.MIXED, how, how.share);
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void survivesTheFailureOfEachCallWhereDeletesAreApplied(How how) throws InterruptedException {
    sweep(Kind.DELETES, how, how.share);
  }

  @ParameterizedTest
  @EnumSource(How.class)
  void survivesTheFailureOfEachCallWhereWritesAreForced(How how) throws InterruptedException {
    sweep(Kind.FORCED, how, SHARE);
  }

  private static void sweep(Kind kind, How how, int share) throws InterruptedException {
    Workload workload = kind.workload(SEED);
    long calls = FaultyRun.calls(workload);
    String what = Trials.replay(FaultSweepTest.class) + ", " + kind + ", " + how;
    Sweep sweep = new Sweep();
    for (long call = Math.floorMod(SEED, share); call < calls; call += share) {
      Fault once = how.of(Fault.at(call));
      Fault forGood = how.of(Fault.from(call));
      sweep.add(what + " at call " + call, () -> new FaultyRun(workload, once).run());
      sweep.add(what + " from call " + call, () -> new FaultyRun(workload, forGood).run());
    }
    sweep.await();
  }
}
