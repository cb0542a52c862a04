package dev.malkoha.kafkabench.input;

import dev.malkoha.kafkabench.input.Chunk.ProfileUpdate;
import dev.malkoha.kafkabench.input.Chunk.Sent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every state once all of an input has been processed: computed without Kafka. */
public final class Model {

  private final Map<Long, Profile> profiles = new HashMap<>();
  private final Map<Long, Tally> totals = new HashMap<>();
  private final Map<UserWindow, Tally> windows = new HashMap<>();
  private final SessionModel sessions = new SessionModel();
  private final long[] offsets;
  private long[] firstOffset = new long[1 << 10];
  private long[] timeOfId = new long[1 << 10];
  private int ids;

  /** The model of an input in some partitions, which are empty before. */
  public Model(int partitions) {
    this.offsets = new long[partitions];
  }

  /** Takes a part of the input that is sent. */
  public void add(Chunk chunk) {
    for (ProfileUpdate update : chunk.profiles()) {
      profiles.put(update.user(), update.profile());
    }
    chunk.events().forEach(this::add);
  }

  private void add(Sent sent) {
    Event event = sent.event();
    long offset = offsets[Input.partition(event.user(), offsets.length)]++;
    if (event.id() < ids) {
      return;
    }
    remember(event.id(), offset, sent.time());
    totals.merge(event.user(), Tally.NONE.plus(event), (old, first) -> old.plus(event));
    windows.merge(
        new UserWindow(event.user(), Times.windowOf(sent.time())),
        Tally.NONE.plus(event),
        (old, first) -> old.plus(event));
    sessions.add(event, sent.time());
  }

  private void remember(long id, long offset, long time) {
    if (ids == timeOfId.length) {
      timeOfId = Arrays.copyOf(timeOfId, 2 * ids);
      firstOffset = Arrays.copyOf(firstOffset, 2 * ids);
    }
    int at = Math.toIntExact(id);
    firstOffset[at] = offset;
    timeOfId[at] = time;
    ids = at + 1;
  }

  /** How many events there are, each counted once. Their ids begin at 0. */
  public int ids() {
    return ids;
  }

  /** The tallies of all windows that are closed at the end. */
  public Stream<Map.Entry<UserWindow, Tally>> closedWindows() {
    return windows.entrySet().stream().filter(window -> window.getKey().start() < Times.CLOSE);
  }

  /** By user. */
  public Expected profiles() {
    return Expectations.of(profiles);
  }

  /** By user. */
  public Expected totals() {
    return Expectations.of(totals);
  }

  /** By region and user. */
  public Expected regions() {
    Map<Long, Tally> byRegion = new HashMap<>();
    totals.forEach((user, tally) -> byRegion.put(regionKey(profile(user), user), tally));
    return Expectations.of(byRegion);
  }

  /** The key of a user in a region. */
  public static long regionKey(Profile profile, long user) {
    return profile.region() << Integer.SIZE | user;
  }

  /** By user. */
  public Expected cards() {
    Map<Long, Card> cards = new HashMap<>();
    totals.forEach((user, tally) -> cards.put(user, Card.of(tally, profile(user))));
    return Expectations.of(cards);
  }

  private Profile profile(long user) {
    Profile profile = profiles.get(user);
    if (profile == null) {
      throw new IllegalStateException("user " + user + " has an event before any profile");
    }
    return profile;
  }

  /** By user and window. */
  public Expected windows() {
    return Expectations.of(windows, UserWindow::start);
  }

  /** By user, begin and end. */
  public Expected sessions() {
    return Expectations.of(sessions.all(), SessionModel.Session::end);
  }

  /** By id and time: at which offset of its partition the event came first. */
  public Expected seen() {
    return new Expected() {
      @Override
      public @Nullable String value(String key) {
        int at = key.indexOf('@');
        int id = Integer.parseInt(key, 0, at, 10);
        boolean known = id < ids && timeOfId[id] == Long.parseLong(key, at + 1, key.length(), 10);
        return known ? Long.toString(firstOffset[id]) : null;
      }

      @Override
      public boolean mustBeThere(String key) {
        return Expectations.isLive(Long.parseLong(key, key.indexOf('@') + 1, key.length(), 10));
      }

      @Override
      public Stream<String> keys() {
        return IntStream.range(0, ids)
            .filter(id -> Expectations.isLive(timeOfId[id]))
            .mapToObj(id -> Keys.at(id, timeOfId[id]));
      }
    };
  }
}
