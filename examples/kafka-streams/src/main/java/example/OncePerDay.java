package example;

import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Passes a record on if its key has not come within a day. Nearly all look-ups are of keys that
 * have never come: the filters answer them, and nothing is read. Keys older than a day expire.
 */
final class OncePerDay implements Processor<String, String, String, String> {

  static final String SEEN = "seen";

  private @Nullable ProcessorContext<String, String> context;
  private @Nullable WindowStore<String, Long> seen;

  @Override
  public void init(ProcessorContext<String, String> context) {
    this.context = context;
    this.seen = context.getStateStore(SEEN);
  }

  @Override
  public void process(Record<String, String> event) {
    WindowStore<String, Long> ids = Objects.requireNonNull(seen);
    long time = event.timestamp();
    long day = Deduplicate.DAY.toMillis();
    try (WindowStoreIterator<Long> before = ids.fetch(event.key(), time - day + 1, time + day)) {
      if (before.hasNext()) {
        return;
      }
    }
    ids.put(event.key(), time, time);
    Objects.requireNonNull(context).forward(event);
  }
}
