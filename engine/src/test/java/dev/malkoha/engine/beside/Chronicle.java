package dev.malkoha.engine.beside;

import dev.malkoha.engine.history.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What a store went through: its content after each step, keyspace by keyspace, by name. A step is
 * noted before it is taken, so that between its begin and its end both contents are right.
 */
final class Chronicle {

  /** The content of all keyspaces. */
  static final class Content extends TreeMap<String, NavigableMap<Bytes, Bytes>> {

    private static final long serialVersionUID = 1L;

    Content copy() {
      Content copy = new Content();
      forEach((name, entries) -> copy.put(name, new TreeMap<>(entries)));
      return copy;
    }
  }

  private final List<Content> moments = new ArrayList<>();
  private int ended;

  Chronicle() {
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
  int ended() {
    return ended;
  }

  /** The moment after the last step that was begun: whoever has looked has seen no more. */
  int begun() {
    return moments.size() - 1;
  }

  /** The first moment between two with this content; -1 if there is none. */
  int find(Content content, int from, int to) {
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
