package dev.malkoha.wal;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A store's log and what its manifest says of it, as a process has it that others read beside:
 * appends, forces, releases, trims, and is closed or killed and opened anew, by chance.
 *
 * <p>The manifest says that records are not needed before they are released, and is another one
 * before a new opening touches the log.
 */
final class FollowedWriter {

  /** What others can know; another object with each edit. */
  static final class Manifest {
    final long floor;
    final LogProof proof;

    Manifest(long floor, LogProof proof) {
      this.floor = floor;
      this.proof = proof;
    }
  }

  private static final int[] LENGTHS = {0, 8, 40, 100, 100, 232, 488, 1000, 1800, 3000};

  private final Directory directory;
  private final LogOptions options;
  private final SplittableRandom random;
  private final boolean releasesTooEarly;
  private final Map<Long, byte[]> written = new ConcurrentHashMap<>();
  private volatile Manifest manifest = new Manifest(0, LogProof.NONE);
  private volatile long end;
  private Log log;
  private long numbers;
  private long released;

  /**
   * Opens the log.
   *
   * @param releasesTooEarly whether to have a bug: the manifest tells of a release at the next one
   */
  FollowedWriter(
      Directory directory, LogOptions options, SplittableRandom random, boolean releasesTooEarly)
      throws IOException {
    this.directory = directory;
    this.options = options;
    this.random = random;
    this.releasesTooEarly = releasesTooEarly;
    this.log = open();
  }

  private Log open() throws IOException {
    Manifest old = manifest;
    RecoveredLog recovered =
        Log.recover(
            directory,
            Math.max(old.floor, released), // which are the same if it has no bug
            old.proof,
            (position, buffer, offset, length) -> {});
    manifest = new Manifest(old.floor, old.proof);
    Log opened = recovered.open(options);
    manifest = new Manifest(old.floor, opened.proof());
    return opened;
  }

  /** Does this many things and ends with all of it durable. */
  void run(int steps) throws IOException {
    for (int i = 0; i < steps; i++) {
      step();
    }
    log.force(log.endPosition());
    manifest = new Manifest(manifest.floor, log.proof());
    end = log.endPosition();
    log.close();
  }

  private void step() throws IOException {
    int choice = random.nextInt(100);
    if (choice < 70) {
      append();
    } else if (choice < 80) {
      log.force(log.endPosition());
    } else if (choice < 90) {
      release();
    } else if (choice < 94) {
      log.prepareSpare();
    } else if (choice < 95) {
      log.trim();
    } else if (choice < 96) {
      shrink();
    } else if (choice < 98) {
      log.force(log.endPosition());
      manifest = new Manifest(manifest.floor, log.proof());
    } else {
      reopen();
    }
  }

  private void append() throws IOException {
    byte[] payload = Records.payload(++numbers, LENGTHS[random.nextInt(LENGTHS.length)]);
    written.put(log.endPosition(), payload); // it may be read before the call returns
    Records.append(log, payload);
  }

  private void release() throws IOException {
    release(random.nextBoolean() ? log.endPosition() : Math.max(manifest.floor, middle()));
  }

  /** As a store is closed. */
  private void shrink() throws IOException {
    if (random.nextInt(4) > 0) {
      release(log.endPosition());
    }
    log.shrink();
    manifest = new Manifest(manifest.floor, log.proof());
    log.trim();
  }

  private void release(long floor) throws IOException {
    manifest = new Manifest(releasesTooEarly ? released : floor, log.forceFloor(floor));
    released = floor;
    log.release(floor);
  }

  /** Some record's position. */
  private long middle() {
    long[] positions = written.keySet().stream().mapToLong(p -> p).sorted().toArray();
    return positions.length == 0 ? 0 : positions[random.nextInt(positions.length)];
  }

  /** A killed process closes nothing; its files are as it left them. */
  private void reopen() throws IOException {
    if (random.nextBoolean()) {
      log.close();
    }
    log = open();
  }

  /** What the manifest says now. */
  Manifest manifest() {
    return manifest;
  }

  /** The end of the log, once it has come to an end. */
  long end() {
    return end;
  }

  /** What was appended at a position. */
  byte[] at(long position) {
    byte[] payload = written.get(position);
    if (payload == null) {
      throw new AssertionError("no record was ever appended at " + position);
    }
    return payload;
  }
}
