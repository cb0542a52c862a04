package dev.malkoha.kafkabench.app;

import dev.malkoha.kafkabench.input.Event;
import dev.malkoha.kafkabench.input.Sequences;
import dev.malkoha.kafkabench.input.Times;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.SessionStore;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that survive a crash at least once. The DSL removes a session before it puts the longer
 * one; where a crash comes between the two in the changelog, the first part is lost. Here the
 * longer one is put first, and adding an event again changes nothing.
 */
final class Sessions implements Processor<Long, Event, Void, Void> {

  private @Nullable SessionStore<Long, Sequences> sessions;

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    sessions = context.getStateStore(Names.SESSIONS);
  }

  @Override
  public void process(Record<Long, Event> record) {
    if (sessions == null) {
      throw new IllegalStateException("not initialized");
    }
    long time = record.timestamp();
    long start = time;
    long end = time;
    Sequences all = Sequences.of(record.value().sequence());
    List<Windowed<Long>> merged = new ArrayList<>();
    for (KeyValue<Windowed<Long>, Sequences> near : near(sessions, record.key(), time)) {
      start = Math.min(start, near.key.window().start());
      end = Math.max(end, near.key.window().end());
      all = all.union(near.value);
      merged.add(near.key);
    }
    Windowed<Long> whole = new Windowed<>(record.key(), new SessionWindow(start, end));
    sessions.put(whole, all);
    merged.remove(whole);
    merged.forEach(sessions::remove);
  }

  private static List<KeyValue<Windowed<Long>, Sequences>> near(
      SessionStore<Long, Sequences> sessions, Long user, long time) {
    long gap = Times.GAP.toMillis();
    List<KeyValue<Windowed<Long>, Sequences>> near = new ArrayList<>();
    try (KeyValueIterator<Windowed<Long>, Sequences> found =
        sessions.findSessions(user, time - gap, time + gap)) {
      found.forEachRemaining(near::add);
    }
    return near;
  }
}
