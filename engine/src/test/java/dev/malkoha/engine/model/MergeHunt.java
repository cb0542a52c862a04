package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.trials.Trials;
import java.util.List;

/** Runs the histories of {@link MergeModelTest}, each told by its seed. Any thread. */
public final class MergeHunt extends ModelHunt {

  private static final List<ModelHunt> HISTORIES =
      List.of(
          new DeleteHunt(),
          new ReadHunt(),
          new KeyspaceHunt(),
          new IngestHunt(),
          new PrefixHunt(),
          new ServiceHunt());

  /** Prepares to run histories. */
  public MergeHunt() {}

  @Override
  ModelRun history(long seed, CollidingKeys collisions) {
    ModelRun run = HISTORIES.get(Math.floorMod(seed, HISTORIES.size())).history(seed, collisions);
    Appending[] kinds = Appending.values();
    Appending kind = kinds[Math.floorMod(seed / HISTORIES.size(), kinds.length)];
    String replay = Trials.replay(MergeModelTest.class, seed);
    return new ModelRun(replay, run.operations(), run.keys(), run.set().with(kind));
  }
}
