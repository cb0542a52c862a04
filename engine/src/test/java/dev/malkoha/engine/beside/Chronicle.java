package dev.malkoha.engine.beside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceReads;
import dev.malkoha.engine.MapReads;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.history.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store went through: its content after each step, keyspace by keyspace, by name. A step is
 * noted before it is taken, so that between its begin and its end both contents are right.
 */
public final class Chronicle {

  /** The content of all keyspaces. */
  public static final class Content extends TreeMap<String, NavigableMap<Bytes, Bytes>> {

    private static final long serialVersionUID = 1L;

    /** What an open store shows by walks; every key is also looked up. */
    public static Content of(OpenStore db) {
      Content content = new Content();
      for (String name : db.keyspaces()) {
        KeyspaceReads map = db.keyspace(name);
        NavigableMap<Bytes, Bytes> entries = entries(map, null, true);
        entries.forEach((key, value) -> assertEquals(value, Bytes.of(map.get(key.array())), name));
        content.put(name, entries);
      }
      return content;
    }

    /** What a walk through a keyspace shows, now or at a snapshot. */
    static NavigableMap<Bytes, Bytes> entries(
        MapReads map, @Nullable Snapshot at, boolean forward) {
      NavigableMap<Bytes, Bytes> entries = new TreeMap<>();
      try (Cursor cursor = at == null ? map.scan(KeyRange.all()) : map.scan(KeyRange.all(), at)) {
        while (forward ? cursor.next() : cursor.prev()) {
          assertNull(entries.put(Bytes.of(cursor.key()), Bytes.of(cursor.value())));
        }
      }
      return entries;
    }

    Content copy() {
      Content copy = new Content();
      forEach((name, entries) -> copy.put(name, new TreeMap<>(entries)));
      return copy;
    }
  }

  private final List<Content> moments = new ArrayList<>();
  private int ended;

  /** Begins with an empty store. */
  public Chronicle() {
    Content first = new Content();
    first.put("default", new TreeMap<>());
    moments.add(first);
  }

  /** Takes a step that changes the content. */
  void step(Consumer<Content> change, Runnable step) {
    Content next = last().copy();
    change.accept(next);
    moments.add(next);
    step.run();
    ended = moments.size() - 1;
  }

  /** The content after the last step that was begun. */
  Content last() {
    return moments.getLast();
  }

  /** The moment after the last step that has ended: whoever looks from now on sees it or more. */
  public int ended() {
    return ended;
  }

  /** The moment after the last step that was begun: whoever has looked has seen no more. */
  public int begun() {
    return moments.size() - 1;
  }

  /** The first moment between two with this content; -1 if there is none. */
  public int find(Content content, int from, int to) {
    for (int moment = from; moment <= to; moment++) {
      if (moments.get(moment).equals(content)) {
        return moment;
      }
    }
    return -1;
  }

  Content at(int moment) {
    return moments.get(moment);
  }
}
