package dev.malkoha.kafkabench.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Each user's events, cut into sessions where no event comes for longer than the gap. */
final class SessionModel {

  /** The times of a user's first and last event in a session. */
  record Session(long user, long start, long end) {

    @Override
    public String toString() {
      return Keys.session(user, start, end);
    }
  }

  private record At(long time, long sequence) {}

  private final Map<Long, List<At>> events = new HashMap<>();

  void add(Event event, long time) {
    events
        .computeIfAbsent(event.user(), user -> new ArrayList<>())
        .add(new At(time, event.sequence()));
  }

  Map<Session, Sequences> all() {
    Map<Session, Sequences> all = new HashMap<>();
    events.forEach((user, times) -> cut(user, times, all));
    return all;
  }

  private static void cut(long user, List<At> times, Map<Session, Sequences> all) {
    List<At> sorted = times.stream().sorted(Comparator.comparingLong(At::time)).toList();
    int begin = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      boolean ends =
          i == sorted.size()
              || sorted.get(i).time() - sorted.get(i - 1).time() > Times.GAP.toMillis();
      if (ends) {
        List<At> session = sorted.subList(begin, i);
        Session key = new Session(user, session.getFirst().time(), session.getLast().time());
        long[] numbers = session.stream().mapToLong(At::sequence).sorted().toArray();
        all.put(key, Sequences.ofAscending(numbers));
        begin = i;
      }
    }
  }
}
