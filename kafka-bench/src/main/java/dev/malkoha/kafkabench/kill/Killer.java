package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.AppInstance;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills instances at random moments of the input's way. Half of them are started again at once, the
 * others only after the rest has taken over and gone some way without them.
 */
final class Killer {

  private static final double FROM = 0.05;
  private static final double TO = 0.97;

  /** A late restart is before this share of the input has gone by. */
  private static final double AWAY = 0.02;

  private final Instances instances;
  private final SplittableRandom random;
  private final long[] moments;
  private final long events;
  private final long commitNanos;
  private int kills;
  private long reviveAt;
  private boolean down;

  /**
   * A killer.
   *
   * @param events how many there will be
   * @param commits how often instances commit: a kill comes at any time between two commits
   */
  Killer(Instances instances, int kills, long events, Duration commits, long seed) {
    this.instances = instances;
    this.random = new SplittableRandom(seed);
    this.events = events;
    this.commitNanos = commits.toNanos();
    this.moments =
        random.doubles(kills, FROM, TO).sorted().mapToLong(at -> (long) (at * events)).toArray();
  }

  /** How often it has killed. */
  int kills() {
    return kills;
  }

  /** Does what is due once so many events are committed. */
  void at(long committed) throws IOException {
    if (down && committed >= reviveAt) {
      revive();
    }
    if (kills < moments.length && committed >= moments[kills]) {
      if (down) {
        revive();
      }
      kill(committed);
    }
  }

  /** Starts whatever is down. */
  void revive() throws IOException {
    instances.revive();
    down = false;
  }

  private void kill(long committed) throws IOException {
    AppInstance victim = instances.get(random.nextInt(instances.count()));
    LockSupport.parkNanos(random.nextLong(commitNanos));
    victim.kill();
    kills++;
    if (instances.count() == 1 || random.nextBoolean()) {
      revive();
    } else {
      down = true;
      reviveAt = committed + (long) (events * AWAY * random.nextDouble());
    }
  }
}
