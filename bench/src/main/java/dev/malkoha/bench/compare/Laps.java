package dev.malkoha.bench.compare;

import dev.malkoha.cli.Progress;

/** The time and the number of operations of portions of work, without what lies between them. */
final class Laps {

  /** Operations of a portion: so few that their answers stay in the processor's caches. */
  static final int PORTION = 256;

  private final Progress.Task progress;
  private long nanos;
  private long operations;

  Laps(Progress.Task progress) {
    this.progress = progress;
  }

  /** Ends a portion of some operations, begun when {@link System#nanoTime} was {@code start}. */
  void done(int count, long start) {
    nanos += System.nanoTime() - start;
    operations += count;
    progress.advance(count);
  }

  Took took() {
    return new Took(operations, nanos);
  }
}
