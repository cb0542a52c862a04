package dev.malkoha.engine.kill;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An endless sequence of writes that writer and judge both know: the n-th depends on the stream's
 * seed and n alone. Streams have keys of their own.
 */
record WriteStream(int id, long seed) {

  private static final int KEYS = 300;
  private static final int VALUE_BYTES_MAX = 600;

  /** The n-th write, from 1 on. */
  Change change(int number) {
    SplittableRandom random = new SplittableRandom(seed * 31 + id + ((long) number << 20));
    int size = random.nextInt(8) == 0 ? random.nextInt(2, 6) : 1;
    List<Edit> edits = IntStream.range(0, size).mapToObj(i -> edit(random, number)).toList();
    boolean sync = random.nextInt(100) == 0;
    return new Change(edits, Optional.of(sync ? Durability.SYNC : Durability.PROCESS));
  }

  private Edit edit(SplittableRandom random, int number) {
    String name = prefix() + random.nextInt(KEYS);
    Bytes key = Bytes.of(name);
    Bytes value = Bytes.numbered(number, Long.BYTES + random.nextInt(VALUE_BYTES_MAX));
    if (random.nextInt(40) == 0) {
      return Edit.deleteRange(key, Bytes.of(name + "~")); // and those with more digits
    }
    return new Edit(key, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(value));
  }

  /** What all keys of the stream begin with. */
  String prefix() {
    return "stream" + id + "/";
  }

  /** What the first so many writes add up to. */
  NavigableMap<Bytes, Bytes> content(int writes) {
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    for (int number = 1; number <= writes; number++) {
      change(number).applyTo(content);
    }
    return content;
  }
}
