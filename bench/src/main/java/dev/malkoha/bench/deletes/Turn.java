package dev.malkoha.bench.deletes;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.compare.Contender;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.compare.Took;
import dev.malkoha.bench.store.Counters;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.store.StoreSnapshot;
import dev.malkoha.cli.Progress;

/** One store's turn in one order of deletes: each method starts from an empty directory. */
final class Turn {

  private final StoreKind kind;
  private final Dataset data;
  private final DeletePlan plan;
  private final StoreSettings settings;
  private final Scratch scratch;
  private final Progress progress;
  private final Findings found;

  Turn(
      StoreKind kind,
      Dataset data,
      DeletePlan plan,
      StoreSettings settings,
      Scratch scratch,
      Progress progress,
      Findings found) {
    this.kind = kind;
    this.data = data;
    this.plan = plan;
    this.settings = settings;
    this.scratch = scratch;
    this.progress = progress;
    this.found = found;
  }

  private Contender open(StoreSettings how) {
    return new Contender(kind, scratch, how);
  }

  private DeleteSteps steps(Contender contender) {
    return new DeleteSteps(kind.label(), contender.store(), data, plan, progress);
  }

  /** Counts what each step needs. */
  void counted() {
    try (Contender contender = open(settings.withoutCache().withCounters())) {
      DeleteSteps steps = steps(contender);
      steps.load();
      counted(Phase.FULL, contender, steps);
      long written = contender.counters().bytesWritten();
      steps.delete();
      counted(Phase.DELETED, contender, steps);
      steps.settle();
      found.written(Phase.IDLE, contender.counters().bytesWritten() - written);
      counted(Phase.IDLE, contender, steps);
    }
  }

  private void counted(Phase phase, Contender contender, DeleteSteps steps) {
    found.look(phase, contender);
    for (Read read : Read.in(phase)) {
      Counters before = contender.counters();
      Measured measured = steps.read(phase, read);
      found.counted(phase, read, measured.operations(), contender.counters().since(before));
    }
    found.figures(phase, contender);
  }

  /** Times each step. */
  void timed() {
    try (Contender contender = open(settings)) {
      DeleteSteps steps = steps(contender);
      steps.load();
      timed(Phase.FULL, steps);
      Took deletes = steps.delete();
      found.deleted(deletes.operations(), deletes.perSecond());
      timed(Phase.DELETED, steps);
      found.idle(Phase.IDLE, steps.settle());
      timed(Phase.IDLE, steps);
    }
  }

  private void timed(Phase phase, DeleteSteps steps) {
    for (Read read : Read.in(phase)) {
      found.timed(phase, read, steps.read(phase, read));
    }
  }

  /** Deletes under an open snapshot, which must see everything, and then closes it. */
  void held() {
    try (Contender contender = open(settings.withCounters())) {
      DeleteSteps steps = steps(contender);
      steps.load();
      long written = contender.counters().bytesWritten();
      try (StoreSnapshot snapshot = contender.store().snapshot()) {
        steps.delete();
        steps.check(snapshot);
        held(Phase.HELD, contender, steps, written);
        steps.check(snapshot);
        steps.touch();
      }
      held(Phase.RELEASED, contender, steps, written);
      steps.check();
    }
  }

  private void held(Phase phase, Contender contender, DeleteSteps steps, long written) {
    found.idle(phase, steps.settle());
    found.look(phase, contender);
    found.written(phase, contender.counters().bytesWritten() - written);
  }

  /** Loads what is left in the end, and nothing else. */
  void liveOnly() {
    try (Contender contender = open(settings)) {
      DeleteSteps steps = steps(contender);
      steps.loadLive();
      found.look(Phase.LIVE_ONLY, contender);
    }
  }
}
