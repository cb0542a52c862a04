package dev.malkoha.engine.store;

import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.Directory;
import dev.malkoha.wal.LogFollower;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The log of a store beside its writer: what of it was read so far, in memtables. They grow while
 * earlier moments are read from them: those look no further than their own last write. One thread.
 */
final class LogTail {

  private final Directory directory;
  private final ToLongFunction<KeyspaceState> memTableBytes;
  private final ReentrantLock applying;
  private @Nullable LogFollower follower;
  private @Nullable LogReplay replay;
  private long records;

  /**
   * A log that nothing was read of.
   *
   * @param memTableBytes when a keyspace's memtable is full
   * @param applying is held while a record is put into memtables
   */
  LogTail(
      Directory directory, ToLongFunction<KeyspaceState> memTableBytes, ReentrantLock applying) {
    this.directory = directory;
    this.memTableBytes = memTableBytes;
    this.applying = applying;
  }

  /**
   * Reads on, up to an end that reaches all that tables hold.
   *
   * @param manifest as it is now
   * @return what was replayed
   * @throws IOException if records that must be there are not, as where the manifest has changed
   * @throws dev.malkoha.engine.DbCorruptionException likewise
   */
  LogReplay follow(ManifestState manifest, KeyHasher hasher) throws IOException {
    LogFollower at = follower;
    LogReplay into = replay;
    if (at == null || into == null || at.end() < manifest.logFloor()) {
      at = new LogFollower(directory, manifest.logFloor());
      into = new LogReplay(manifest, hasher, memTableBytes, directory.path());
      follower = at;
      replay = into;
    } else {
      into.goOn(manifest);
    }
    LogReplay to = into;
    at.follow(
        manifest.logProof(),
        (position, buffer, offset, length) -> apply(to, position, buffer, offset, length));
    into.checkReach();
    return into;
  }

  /** Nobody looks through a memtable for what was put into it meanwhile. */
  private void apply(LogReplay to, long position, byte[] buffer, int offset, int length) {
    applying.lock();
    try {
      to.record(position, buffer, offset, length);
      records++;
    } finally {
      applying.unlock();
    }
  }

  /** How far it was read. */
  long end() {
    return follower == null ? 0 : follower.end();
  }

  /** How many records were read. */
  long records() {
    return records;
  }
}
