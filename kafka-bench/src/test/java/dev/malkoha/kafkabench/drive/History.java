package dev.malkoha.kafkabench.drive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.VersionedRecord;
import org.jspecify.annotations.Nullable;

/**
 * A random history of writes, reads, commits and rollbacks, done with some stores at the same time:
 * all must show the same at each step. A pure function of its seed.
 */
abstract class History<S extends StateStore> {

  private static final byte[] KEY_BYTES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};

  final SplittableRandom random;
  private final List<Twin<S>> twins;
  private final List<String> done = new ArrayList<>();
  private long offset;

  History(SplittableRandom random, List<Twin<S>> twins) {
    this.random = random;
    this.twins = twins;
  }

  /** Does the whole history. */
  final void run(int steps) {
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(20)) {
        case 0, 1 -> commit();
        case 2 -> rollBack();
        case 3, 4, 5, 6, 7 -> read();
        default -> write();
      }
    }
    commit();
    rollBack();
    read();
  }

  /** Puts or removes something, by {@link #write(String, Function)}. */
  abstract void write();

  /** Reads this and that, by {@link #same}. */
  abstract void read();

  /** Whether the stores agree on which changes move the position. */
  boolean tellsPosition() {
    return true;
  }

  private void commit() {
    done.add("commit");
    twins.forEach(twin -> twin.commit(offset));
  }

  private void rollBack() {
    done.add("roll back");
    twins.forEach(Twin::rollBack);
    // Those in memory keep no offset, and RocksDB's windows none until there is a segment.
    compare("offset", twin -> twin.committedOffset() != null, Twin::committedOffset);
    if (tellsPosition()) {
      compare("position", twin -> twin.store().persistent(), twin -> twin.store().getPosition());
    }
  }

  /** Changes all stores, and compares what they answer. */
  final void write(String what, Function<S, @Nullable Object> change) {
    done.add(what);
    long at = offset++;
    compare(what, twin -> true, twin -> twin.write(at, change));
  }

  /** Reads from all stores, and compares what they answer. */
  final void same(String what, Function<S, ? extends @Nullable Object> read) {
    compare(what, twin -> true, twin -> read.apply(twin.store()));
  }

  /** As {@link #same}, without the store of a label, which is known to answer something else. */
  final void sameWithout(String label, String what, Function<S, ? extends @Nullable Object> read) {
    compare(what, twin -> !twin.label().equals(label), twin -> read.apply(twin.store()));
  }

  /** As {@link #same}, where stores in memory have another order of keys and times. */
  final void sameInOrder(String what, Function<S, ? extends KeyValueIterator<?, ?>> read) {
    sameWithout("memory", what, read);
    same(what, store -> list(read.apply(store)).stream().sorted().toList());
  }

  /** Asks by an interactive query. */
  final <R> Function<S, R> asked(IsolationLevel level, Query<R> query) {
    QueryConfig config = new QueryConfig(false, level);
    return store -> store.query(query, PositionBound.unbounded(), config).getResult();
  }

  private void compare(
      String what, Predicate<Twin<S>> which, Function<Twin<S>, @Nullable Object> answer) {
    List<Twin<S>> asked = twins.stream().filter(which).toList();
    List<String> answers = asked.stream().map(twin -> answer(answer, twin)).toList();
    if (answers.stream().distinct().count() > 1) {
      StringBuilder all = new StringBuilder(what).append(':');
      for (int i = 0; i < answers.size(); i++) {
        all.append("\n  ").append(asked.get(i).label()).append(": ").append(answers.get(i));
      }
      throw new AssertionError(all + "\n  after " + String.join(", ", done));
    }
  }

  /** What a store answers, or how it refuses. */
  private static <S extends StateStore> String answer(
      Function<Twin<S>, @Nullable Object> answer, Twin<S> twin) {
    try {
      return text(answer.apply(twin));
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static String text(@Nullable Object answer) {
    return switch (answer) {
      case byte[] bytes -> text(bytes);
      case KeyValue<?, ?> entry -> entry.key + "=" + text(entry.value);
      case VersionedRecord<?> version -> text(version);
      case Iterator<?> all -> list(all).toString();
      case null, default -> Objects.toString(answer);
    };
  }

  private static String text(byte[] value) {
    return value.length + ":" + new String(value, 0, Math.min(value.length, 24), ISO_8859_1);
  }

  private static String text(VersionedRecord<?> version) {
    return text(version.value()) + "@" + version.timestamp() + "-" + version.validTo();
  }

  private static <T> List<String> list(Iterator<T> all) {
    List<String> found = new ArrayList<>();
    all.forEachRemaining(each -> found.add(text(each)));
    if (all instanceof KeyValueIterator<?, ?> entries) {
      entries.close();
    }
    return found;
  }

  final boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }

  /** A key of two bytes: RocksDB's windows mix up keys of which one begins with the other. */
  final Bytes key() {
    return key(2);
  }

  final Bytes key(int length) {
    byte[] key = new byte[length];
    for (int i = 0; i < key.length; i++) {
      key[i] = KEY_BYTES[random.nextInt(KEY_BYTES.length)];
    }
    return Bytes.wrap(key);
  }

  /** A value of any format: without headers, at a time; or sometimes none. */
  final byte @Nullable [] value() {
    if (oneIn(4)) {
      return null;
    }
    String text = "\0\0\0\0\0\0\0\0\0" + offset + "-" + "v".repeat(random.nextInt(40));
    return text.getBytes(ISO_8859_1);
  }

  /** A time at which nothing has expired yet. */
  final long time() {
    return random.nextInt(10) * 55_000L + random.nextInt(3);
  }

  /** A time that none of the changes before had. */
  final long newTime() {
    return random.nextInt(10) * 55_000L + offset;
  }
}
