package dev.malkoha.kafkabench.input;

import dev.malkoha.kafkabench.input.Chunk.ProfileUpdate;
import dev.malkoha.kafkabench.input.Chunk.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Events and profiles, the same for the same seed. Users are busy for a while and then rest, times
 * are a little out of order, and one event in twenty was sent before.
 *
 * <p>Chunks are to be taken one after the other: {@link #first()}, {@link #CHUNKS} times {@link
 * #next()}, {@link #last()}.
 */
public final class Input {

  /** How many chunks there are between the first and the last. */
  public static final int CHUNKS = 25;

  private static final int REGIONS = 16;
  private static final int EVENTS_OF_USER = 250;
  private static final int BLOCKS = 1000;
  private static final int BUSY_SHARE = 10;
  private static final int AGAIN_ONE_IN = 20;
  private static final int PROFILES_ONE_IN = 20;
  private static final int AMOUNTS = 1000;

  private final SplittableRandom random;
  private final long seed;
  private final long records;
  private final long[] sequences;
  private final long[] versions;
  private final Sent[] recent;
  private long sent;
  private long ids;
  private int chunk;

  /**
   * An input.
   *
   * @param records how many events all chunks but the last have together, at least 1000
   */
  public Input(long seed, long records) {
    if (records < BLOCKS) {
      throw new IllegalArgumentException("at least " + BLOCKS + " records, not " + records);
    }
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.records = records;
    int users = Math.toIntExact(Math.max(10, records / EVENTS_OF_USER));
    this.sequences = new long[users];
    this.versions = new long[users];
    this.recent = new Sent[Math.toIntExact(Math.min(1000, records / 200))];
  }

  /** How many users there are; their numbers begin at 0. */
  public int users() {
    return sequences.length;
  }

  /** How many events there are in all chunks. */
  public long events() {
    return records + users();
  }

  /** Which partition of every input topic a user is in. */
  public static int partition(long user, int partitions) {
    return Math.toIntExact(Long.remainderUnsigned(mixed(user), partitions));
  }

  private static long mixed(long number) {
    long half = (number ^ (number >>> 31)) * 0x9E3779B97F4A7C15L;
    return half ^ (half >>> 29);
  }

  /** A profile of each user. */
  public Chunk first() {
    List<ProfileUpdate> profiles = new ArrayList<>();
    for (int user = 0; user < users(); user++) {
      profiles.add(profile(user, Times.BEGIN - Times.WINDOW.toMillis()));
    }
    return new Chunk(profiles, List.of());
  }

  /** The next part of the events, and new profiles of some users. */
  public Chunk next() {
    long time = Times.at(sent, records);
    List<ProfileUpdate> profiles = new ArrayList<>();
    for (int i = 0; i <= users() / PROFILES_ONE_IN; i++) {
      profiles.add(profile(random.nextInt(users()), time));
    }
    chunk++;
    List<Sent> events = new ArrayList<>();
    for (long end = records * chunk / CHUNKS; sent < end; sent++) {
      events.add(again() ? recent[Math.toIntExact(random.nextLong(known()))] : fresh());
    }
    return new Chunk(profiles, events);
  }

  /** One more event of each user, which closes all windows before. */
  public Chunk last() {
    List<Sent> events = new ArrayList<>();
    for (int user = 0; user < users(); user++) {
      events.add(new Sent(Times.CLOSE, event(user)));
    }
    return new Chunk(List.of(), events);
  }

  private ProfileUpdate profile(int user, long time) {
    return new ProfileUpdate(user, time, new Profile(user % REGIONS, versions[user]++));
  }

  private long known() {
    return Math.min(ids, recent.length);
  }

  private boolean again() {
    return known() > 0 && random.nextInt(AGAIN_ONE_IN) == 0;
  }

  private Sent fresh() {
    long time = Times.at(sent, records) - random.nextLong(Times.DISORDER.toMillis());
    int place = Math.toIntExact(ids % recent.length);
    Sent fresh = new Sent(time, event(busyUser()));
    recent[place] = fresh;
    return fresh;
  }

  /** A tenth as many users as a block has events are busy while it lasts. */
  private int busyUser() {
    long block = sent / (records / BLOCKS);
    long busy = Math.max(1, records / BLOCKS / BUSY_SHARE);
    long which = mixed(seed + block * AMOUNTS * AMOUNTS + random.nextLong(busy));
    return Math.toIntExact(Long.remainderUnsigned(which, users()));
  }

  private Event event(int user) {
    return new Event(user, ids++, ++sequences[user], random.nextInt(AMOUNTS));
  }
}
