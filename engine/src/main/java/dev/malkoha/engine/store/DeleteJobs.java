package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.Applier;
import dev.malkoha.engine.deletion.ApplierStep;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.List;

/** Applies deletes and range deletes, a step at a time, to the version of the moment. */
final class DeleteJobs implements Background.Deletes {

  private final Installer installer;
  private final Applier applier;

  DeleteJobs(Installer installer, Applier applier) {
    this.installer = installer;
    this.applier = applier;
  }

  @Override
  public boolean hasDeletes() {
    return installer.underLock(applier::isDue);
  }

  @Override
  public void applyDeletes() throws IOException {
    Version pinned = installer.pin();
    try {
      List<ApplierStep> steps = installer.underLock(newest -> applier.next(pinned));
      applier.run(steps, pinned);
    } finally {
      pinned.release();
    }
  }
}
