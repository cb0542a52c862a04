package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.ApplierStep;
import dev.malkoha.engine.deletion.DeleteApplier;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.Optional;

/** Applies deletes, a step at a time, to the version of the moment. */
final class DeleteJobs implements Background.Deletes {

  private final Installer installer;
  private final DeleteApplier applier;

  DeleteJobs(Installer installer, DeleteApplier applier) {
    this.installer = installer;
    this.applier = applier;
  }

  @Override
  public boolean hasDeletes() {
    return installer.underLock(version -> applier.next(version).isPresent());
  }

  @Override
  public void applyDeletes() throws IOException {
    Version pinned = installer.pin();
    try {
      Optional<ApplierStep> step = installer.underLock(newest -> applier.next(pinned));
      if (step.isPresent()) {
        applier.run(step.get(), pinned);
      }
    } finally {
      pinned.release();
    }
  }
}
