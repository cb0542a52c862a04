package dev.malkoha.engine.follow;

import module java.base;

import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.recovery.LogReplay;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.wal.LogFollower;
import org.jspecify.annotations.Nullable;

/**
 * The log of a store beside its writer: what of it was read so far, in memtables. They grow while
 * earlier moments are read from them: those look no further than their own last write. One thread.
 */
final class LogTail {

  private final TableFiles files;
  private final Function<KeyspaceState, KeyspaceOptions> optionsOf;
  private final ReentrantLock applying;
  private @Nullable LogFollower follower;
  private @Nullable LogReplay replay;

  /** The manifest's state at the last reading of the present look; null before the first. */
  private @Nullable ManifestState readUnder;

  /** After the log's end of then. */
  private long farEnough;

  private boolean isFarEnough;

  /**
   * A log that nothing was read of.
   *
   * @param files the store's
   * @param optionsOf how a keyspace is opened
   * @param applying is held while a record is put into memtables
   */
  LogTail(
      TableFiles files,
      Function<KeyspaceState, KeyspaceOptions> optionsOf,
      ReentrantLock applying) {
    this.files = files;
    this.optionsOf = optionsOf;
    this.applying = applying;
  }

  /** Begins a look: whatever is written from now on, it need not reach. */
  void begin() {
    readUnder = null;
  }

  /** Keeps nothing of what was read. */
  void forget() {
    follower = null;
    replay = null;
  }

  /**
   * Reads on, up to an end that reaches all that tables hold, and all that was written when the
   * look began. Where that was not to be had, since the log was given up meanwhile, it is called
   * again with a later manifest, and goes no further than it had to go before: tables hold more and
   * more of that. Where keyspaces have come or gone since, it goes to the end of now again, as the
   * log of before may never have been beside them.
   *
   * @param manifest as it is now
   * @return what was replayed
   * @throws IOException if records that must be there are not, as where the manifest has changed
   * @throws dev.malkoha.engine.DbCorruptionException likewise
   */
  LogReplay follow(ManifestState manifest) throws IOException {
    LogFollower at = follower;
    LogReplay into = replay;
    if (at == null
        || into == null
        || at.end() < manifest.logFloor()
        || !into.isOf(manifest)
        || into.sharesOperands(manifest)) {
      at = new LogFollower(files.directory(), manifest.logFloor());
      into = new LogReplay(manifest, files.hasher(), optionsOf, files.directory().path());
      follower = at;
      replay = into;
    } else {
      into.goOn(manifest);
    }
    read(at, into, manifest);
    into.checkReach();
    return into;
  }

  /**
   * A log that nobody has given up, since the manifest is the same, is read to what that proves.
   */
  @SuppressWarnings("ReferenceEquality") // an unchanged manifest has the very same state
  private void read(LogFollower from, LogReplay to, ManifestState manifest) throws IOException {
    ManifestState before = readUnder;
    if (before == null || manifest == before || !manifest.isBeside(before)) {
      farEnough = Long.MAX_VALUE;
    }
    readUnder = manifest;
    long enough = farEnough;
    try {
      from.follow(
          manifest.logProof(),
          end -> end >= enough && to.reaches(),
          (position, buffer, offset, length) -> apply(to, position, buffer, offset, length));
    } finally {
      farEnough = Math.min(enough, from.horizon());
      isFarEnough = from.end() >= enough;
    }
  }

  /**
   * Whether all was read that had to be, if a later manifest says that the log is needed from a
   * floor on: what was given up after the end as read may have been cut short by that.
   */
  boolean isWhole(long floor) {
    return isFarEnough || floor <= end();
  }

  /** Nobody looks through a memtable for what was put into it meanwhile. */
  private void apply(LogReplay to, long position, byte[] buffer, int offset, int length) {
    try (Locked _ = Locked.by(applying)) {
      to.record(position, buffer, offset, length);
    }
  }

  /** How far it was read. */
  long end() {
    return follower == null ? 0 : follower.end();
  }
}
