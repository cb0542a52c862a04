package dev.malkoha.engine.fault;

import dev.malkoha.storage.sim.Fault;
import java.util.function.Function;

/** Runs on a sound disk, for whoever loads this class to fail them: by kind of workload, seed. */
public final class FaultyRuns implements Function<String, Runnable> {

  @Override
  public Runnable apply(String kindAndSeed) {
    String[] words = kindAndSeed.split(" ", -1);
    Workload workload = Workload.Kind.valueOf(words[0]).workload(Long.parseLong(words[1]));
    return () -> new FaultyRun(workload, Fault.when(call -> false)).run();
  }
}
