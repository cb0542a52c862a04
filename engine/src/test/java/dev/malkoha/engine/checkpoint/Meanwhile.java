package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.beside.Chronicle;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What comes between the calls of a checkpoint: steps of its store, and perhaps a power cut. */
final class Meanwhile {

  private static final int STEPS = 120;

  private final SimulatedDisk disk;
  private final Chronicle chronicle;
  private final SplittableRandom random;
  private @Nullable IntConsumer steps;
  private int stepsLeft;
  private int oneIn;
  private int most;
  private boolean isCut;
  private int calls;
  private int lastCalls;
  private @Nullable Cut cut;

  /**
   * A power cut while a checkpoint was taken.
   *
   * @param disk that it left
   * @param until the last moment that the checkpoint may be of
   */
  record Cut(SimulatedDisk disk, int until) {}

  Meanwhile(SimulatedDisk disk, Chronicle chronicle, SplittableRandom random) {
    this.disk = disk;
    this.chronicle = chronicle;
    this.random = random;
  }

  /** What a power cut at this moment leaves, in one way or another. */
  static SimulatedDisk crash(SimulatedDisk disk, SplittableRandom random) {
    List<CrashState> states = CrashState.ALL;
    return disk.crash(states.get(random.nextInt(states.size())), random.nextLong());
  }

  /** From now on there are calls of a checkpoint: seldom ones with many steps, or many with few. */
  void begin(IntConsumer store) {
    steps = store;
    stepsLeft = random.nextInt(4) == 0 ? 0 : STEPS;
    oneIn = 1 << random.nextInt(6);
    most = 1 << random.nextInt(7);
    isCut = random.nextBoolean();
    calls = 0;
    lastCalls = 4 << random.nextInt(7);
    cut = null;
  }

  /** No more of them. Returns the power cut, if there is to be one. */
  @Nullable Cut end() {
    steps = null;
    return cut;
  }

  /** Comes before a call. */
  void run() {
    IntConsumer store = steps;
    if (store == null) {
      return;
    }
    if (isCut && isHit()) {
      cut = new Cut(crash(disk, random), chronicle.begun());
    }
    if (stepsLeft > 0 && random.nextInt(oneIn) == 0) {
      int now = 1 + random.nextInt(Math.min(most, stepsLeft));
      stepsLeft -= now;
      store.accept(now);
    }
  }

  /** Of all calls, whose number shows only at the end, the last hit is any, or one of the last. */
  private boolean isHit() {
    calls++;
    return random.nextInt(Math.min(calls, lastCalls)) == 0;
  }
}
