package dev.malkoha.engine.store;

import dev.malkoha.engine.deletion.ApplierStep;
import dev.malkoha.engine.deletion.DeleteApplier;
import dev.malkoha.engine.deletion.RangeApplier;
import dev.malkoha.engine.version.Version;
import java.io.IOException;
import java.util.Optional;

/** Applies deletes and range deletes, a step at a time, to the version of the moment. */
final class DeleteJobs implements Background.Deletes {

  private final Installer installer;
  private final DeleteApplier applier;
  private final RangeApplier ranges;

  DeleteJobs(Installer installer, DeleteApplier applier, RangeApplier ranges) {
    this.installer = installer;
    this.applier = applier;
    this.ranges = ranges;
  }

  @Override
  public boolean hasDeletes() {
    return installer.underLock(this::areDue);
  }

  /** Whether there are deletes to apply to a version. Under the version lock. */
  boolean areDue(Version version) {
    return ranges.isDue(version) || applier.next(version).isPresent();
  }

  /** Ranges first: what they cover needs no search. */
  @Override
  public void applyDeletes() throws IOException {
    Version pinned = installer.pin();
    try {
      if (installer.underLock(newest -> ranges.isDue(pinned))) {
        ranges.run(installer.underLock(newest -> ranges.toClean(pinned)));
      } else {
        Optional<ApplierStep> step = installer.underLock(newest -> applier.next(pinned));
        if (step.isPresent()) {
          applier.run(step.get(), pinned);
        }
      }
    } finally {
      pinned.release();
    }
  }
}
