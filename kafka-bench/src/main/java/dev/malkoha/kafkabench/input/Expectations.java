package dev.malkoha.kafkabench.input;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content of stores, as maps give it. */
final class Expectations {

  private Expectations() {}

  /** Whether a store's retention still covers a time at the end of the input. */
  static boolean isLive(long time) {
    return time > Times.CLOSE - Times.RETENTION.toMillis();
  }

  /** The content of a store from which nothing expires. */
  static <K> Expected of(Map<K, ?> entries) {
    return of(entries, key -> Times.CLOSE);
  }

  /** The content of a store in which an entry expires some time after what its key says. */
  static <K> Expected of(Map<K, ?> entries, ToLongFunction<K> time) {
    Map<String, Entry> texts = new HashMap<>();
    entries.forEach(
        (key, value) ->
            texts.put(key.toString(), new Entry(value.toString(), isLive(time.applyAsLong(key)))));
    return new Expected() {
      @Override
      public @Nullable String value(String key) {
        Entry entry = texts.get(key);
        return entry == null ? null : entry.value();
      }

      @Override
      public boolean mustBeThere(String key) {
        Entry entry = texts.get(key);
        return entry != null && entry.live();
      }

      @Override
      public Stream<String> keys() {
        return texts.entrySet().stream().filter(e -> e.getValue().live()).map(Map.Entry::getKey);
      }
    };
  }

  private record Entry(String value, boolean live) {}
}
