package dev.malkoha.engine.background;

import module java.base;

import dev.malkoha.engine.base.Locked;
import org.jspecify.annotations.Nullable;

/**
 * Says when flushes and compactions run and deletes are applied, on which worker, and lets callers
 * wait for them.
 *
 * <p>One flush runs at a time, of the memtables that were frozen first, so that flushes become
 * durable in order. A manual compaction runs alone. Deletes are applied in one place at a time,
 * beside everything else.
 */
public final class Background {

  /** A piece of background work. */
  public interface Job {
    void run() throws IOException;
  }

  /**
   * What there is to do. The next jobs, null where there are none, are asked for under the
   * background lock.
   *
   * @param flush of the memtables that were frozen first
   * @param compaction an urgent one, whose inputs are marked as it is asked for
   * @param deletes applies some
   */
  public record Jobs(
      Supplier<@Nullable Job> flush,
      Supplier<@Nullable Job> compaction,
      Supplier<@Nullable Job> deletes) {}

  private final Workers workers;
  private final Jobs jobs;
  private final Progress progress;
  private final JobLine flushes;
  private final JobLine compactions;
  private final JobLine deletes;

  /** Planning requests that are not served yet. */
  private final AtomicInteger plansAsked = new AtomicInteger();

  public Background(Workers workers, Jobs jobs, Progress progress, int compactionThreads) {
    this.workers = workers;
    this.jobs = jobs;
    this.progress = progress;
    this.flushes =
        new JobLine(Workers.JobKind.FLUSH, 1, workers, progress, this::nextFlush, () -> {});
    this.compactions =
        new JobLine(
            Workers.JobKind.COMPACTION,
            workers.compactions(compactionThreads),
            workers,
            progress,
            jobs.compaction(),
            this::startDeletes);
    this.deletes =
        new JobLine(
            Workers.JobKind.DELETES, 1, workers, progress, jobs.deletes(), compactions::start);
  }

  private @Nullable Job nextFlush() {
    Job flush = jobs.flush().get();
    if (flush == null) {
      flushes.nothingLeft();
      return null;
    }
    return () -> flush(flush);
  }

  private void flush(Job flush) throws IOException {
    flush.run();
    if (flushes.waitsForSpace()) { // there is room again, perhaps for more
      compactions.tryNow();
      deletes.tryNow();
    }
    compactions.start();
    deletes.start();
  }

  private void startDeletes() {
    deletes.start();
  }

  /**
   * Starts the flushes that wait, and has a worker plan the rest, so that the opening does not
   * wait.
   */
  public void begin() {
    flushes.start();
    planSoon();
  }

  /** Starts all that there is to do. */
  void start() {
    flushes.start();
    compactions.start();
    deletes.start();
  }

  /** Has the flush worker look whether there is something to flush. Takes no lock. */
  public void flushSoon() {
    flushes.startSoon();
  }

  /** Looks after flushes that wait for room and that nobody else looks after. Takes no lock. */
  public void retryFlushesSoon() {
    if (flushes.waitsForSpace()) {
      flushSoon();
    }
  }

  /** Whether a flush can end well, as far as is known. Takes no lock. */
  public boolean canFlush() {
    return progress.mayWork() && !flushes.waitsForSpace();
  }

  /** Throws if flushes wait for room on the disk. Takes no lock. */
  public void checkFlushesGoOn() {
    flushes.checkSpace();
  }

  /**
   * Has a worker start what may have become due, a snapshot having gone, say: for those who must
   * not wait, as planning takes locks that are held while a manifest is forced. Takes no lock. What
   * made the caller ask is seen by the planning that follows, which those who ask before it begins
   * share.
   */
  public void planSoon() {
    if (plansAsked.getAndIncrement() == 0) {
      onPlanning(this::plan);
    }
  }

  /** Has the planning worker do something short. Takes no lock; a failure seals the store. */
  public void onPlanning(Runnable work) {
    progress.guard(() -> workers.on(Workers.JobKind.PLANNING).execute(progress.guarding(work)));
  }

  private void plan() {
    int served;
    do {
      served = plansAsked.get();
      compactions.mayTry();
      deletes.mayTry();
      compactions.start();
      deletes.start();
    } while (plansAsked.addAndGet(-served) != 0);
    progress.signal();
  }

  /** Where flushes wait for room, one is tried now; throws if there is none. */
  public void retryFlushes() {
    if (flushes.waitsForSpace()) {
      Runnable check = flushes.tryNow();
      flushes.start();
      progress.await(() -> !flushes.waitsForSpace() || hasNoFlush(), check);
    }
  }

  /** Flushes until enough is done; newer memtables may wait or follow. */
  public void flushUntil(BooleanSupplier isDone) {
    Runnable check = flushes.tryNow();
    flushes.start();
    progress.await(isDone, check);
  }

  /** Runs a compaction while no other runs, and waits for it. */
  public void compactAlone(Job job) {
    compactions.runAlone(job);
  }

  /**
   * A tree has gone, and what waited to be flushed of it: those who wait for that look again, and
   * if it was all that waited for room, nothing does any more.
   */
  public void treeGone() {
    try (Locked _ = Locked.by(progress.lock)) {
      if (hasNoFlush()) {
        flushes.nothingLeft();
      }
      progress.signal();
    }
  }

  /** Waits until nothing runs and nothing is due; throws if a failure has ended such work. */
  public void awaitIdle() {
    progress.whileAwaited(this::workUntilIdle);
    progress.health.checkWritable();
  }

  private void workUntilIdle() {
    List<Runnable> checks = List.of(flushes.tryNow(), compactions.tryNow(), deletes.tryNow());
    start();
    progress.await(this::isIdle, () -> checks.forEach(Runnable::run));
  }

  /** Planning is work, too: it may start some. */
  private boolean isIdle() {
    return hasNoFlush() && compactions.isQuiet() && deletes.isQuiet() && plansAsked.get() == 0;
  }

  /** Whether no flush runs and none is due. */
  private boolean hasNoFlush() {
    return flushes.isQuiet() && jobs.flush().get() == null;
  }

  /** Tells jobs to give up and waits until none runs. */
  public void stop() {
    progress.stop();
    workers.stop();
  }
}
