package dev.malkoha.engine.checkpoint;

import dev.malkoha.engine.tree.Health;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Versions;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogHold;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A view of a running store, whose files all stay while it is held: what the manifest says, the
 * tables and sidecars it names, and the log from its floor to its end.
 *
 * <p>The manifest is taken first, and the log's end after it: so the log reaches what tables hold.
 * Both are taken under the version lock, so that every write in between is to a keyspace that the
 * manifest knows.
 */
final class HeldMoment implements AutoCloseable {

  private final Versions versions;
  private final Log log;
  private final Shared shared;
  private final Versions.Held held;
  private @Nullable LogHold logHold;
  private long end;
  private long sequence;

  private HeldMoment(Versions versions, Log log, Shared shared) {
    this.versions = versions;
    this.log = log;
    this.shared = shared;
    this.held = versions.hold();
  }

  /** Takes the present moment. Holds the commit lock only to read two numbers. */
  static HeldMoment take(Versions versions, Log log, Shared shared) {
    return versions.underLock(
        () -> {
          HeldMoment moment = new HeldMoment(versions, log, shared);
          try {
            moment.hold();
            return moment;
          } catch (RuntimeException | Error e) {
            moment.close();
            throw e;
          }
        });
  }

  private void hold() {
    shared.trees().hold(this, shared);
    logHold = log.hold(held.logFloor());
    Health health = shared.health();
    health.commitLock().lock();
    try {
      health.checkTakesWrites(); // else the log may end with a write that failed
      end = log.endPosition();
      sequence = shared.snapshots().newest();
    } finally {
      health.commitLock().unlock();
    }
  }

  /** What the manifest says, for a store of its own; the caller's to change. */
  ManifestState state() {
    return held.state();
  }

  /** The sequence number of the last write. */
  long sequence() {
    return sequence;
  }

  /** How much of the log it needs. */
  long logBytes() {
    return end - held.logFloor();
  }

  /** Hands over the log's records, which are not kept any longer then. */
  void takeLog(Log.RecordHandler handler) throws IOException {
    log.read(held.logFloor(), end, handler);
    letLogGo();
  }

  private void letLogGo() {
    LogHold hold = logHold;
    logHold = null;
    if (hold != null) {
      hold.close();
    }
  }

  @Override
  public void close() {
    letLogGo();
    shared.trees().letGo(this, shared.sections());
    versions.letSidecarsGo();
  }
}
