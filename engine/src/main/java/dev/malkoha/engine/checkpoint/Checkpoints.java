package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.events.StoreEvent.Checkpointed;
import dev.malkoha.engine.observe.Span;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Takes checkpoints of an open store, one after the other, while all else goes on. */
public final class Checkpoints {

  private final Disk disk;
  private final Directory directory;
  private final Versions versions;
  private final Trees trees;
  private final Log log;
  private final Shared shared;

  /** Held while one is taken: before all other locks of the store. */
  private final ReentrantLock taking = new ReentrantLock();

  /**
   * A checkpoint as it was taken.
   *
   * @param disk on which it is
   * @param path of its directory
   */
  public record Taken(Disk disk, Path path, FileList list, Checkpoint.Work work) {

    private Checkpointed told(Path store, Duration took) {
      return new Checkpointed(
          store, path, work.filesLinked(), work.filesCopied(), work.bytesCopied(), took);
    }
  }

  /**
   * Creates what takes them.
   *
   * @param disk on which they are made
   * @param directory the store's
   */
  public Checkpoints(
      Disk disk, Directory directory, Versions versions, Trees trees, Log log, Shared shared) {
    this.disk = disk;
    this.directory = directory;
    this.versions = versions;
    this.trees = trees;
    this.log = log;
    this.shared = shared;
  }

  /** The disk that the store is on. */
  public Disk disk() {
    return disk;
  }

  /**
   * Takes one into a directory; if that fails nothing of it is left.
   *
   * @param readsAll whether all files are read, and damaged ones refused
   */
  public Taken take(Path path, boolean readsAll) throws IOException {
    taking.lock();
    try {
      shared.health().checkTakesWrites();
      Span span = shared.observer().begin(Span.Kind.CHECKPOINT);
      Taken taken = UnfinishedStore.make(disk, path, to -> fill(to, readsAll));
      shared.observer().end(span, taken::told);
      return taken;
    } finally {
      taking.unlock();
    }
  }

  private Taken fill(UnfinishedStore to, boolean readsAll) throws IOException {
    try (HeldMoment moment = HeldMoment.take(versions, trees, log, shared)) {
      CheckpointJob job =
          new CheckpointJob(
              moment,
              directory,
              to,
              shared.health()::checkOpen,
              shared.outside().random(),
              readsAll,
              shared.observer().damaged());
      FileList list = job.run();
      return new Taken(disk, to.directory().path(), list, job.work());
    }
  }

  /** Waits for the one that is being taken, which ends soon once the store is said to be closed. */
  public void awaitEnd() {
    taking.lock();
    try {
      // it has ended
    } finally {
      taking.unlock();
    }
  }
}
