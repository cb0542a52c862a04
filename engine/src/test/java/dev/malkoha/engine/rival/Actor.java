package dev.malkoha.engine.rival;

import dev.malkoha.storage.sim.Lockstep;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.storage.sim.SimulatedProcess;
import dev.malkoha.storage.sim.SimulatedProcess.KilledError;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process beside others on a disk. It goes on only when it has the turn, and gives the turn
 * back before a call to the disk.
 */
final class Actor {

  private final SimulatedProcess process;
  private final Lockstep steps;
  private @Nullable Throwable failure;
  private int callsLeft;
  private boolean killed;

  /**
   * Prepares an actor; its first turn starts it.
   *
   * @param script what it does on its view of the disk
   */
  Actor(SimulatedDisk disk, Consumer<Actor> script) {
    process = disk.process(this::beforeCall);
    steps = new Lockstep(() -> run(script));
  }

  private void run(Consumer<Actor> script) {
    try {
      script.accept(this);
    } catch (KilledError e) {
      // It has come to its end.
    } catch (Throwable e) {
      failure = killed ? null : e;
    }
  }

  SimulatedProcess process() {
    return process;
  }

  private void beforeCall() {
    if (!killed && callsLeft-- <= 0) {
      steps.pause();
    }
  }

  /** Lets the others go on. */
  void giveWay() {
    callsLeft = 0;
    beforeCall();
  }

  /** Has it go on for a number of calls, or to its end. */
  void go(int calls) {
    callsLeft = calls;
    steps.step();
    if (failure != null) {
      throw new AssertionError("an actor has failed", failure);
    }
  }

  /** Ends it before its next call. */
  void kill() {
    killed = true;
    process.kill();
    steps.step();
  }

  boolean isKilled() {
    return killed;
  }

  boolean isDone() {
    return steps.isDone();
  }
}
