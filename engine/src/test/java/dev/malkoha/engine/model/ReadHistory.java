package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A random history over several keyspaces with reads of all kinds in between, and deletes of open
 * ranges; in some of them keys are as long as can be. It depends on its seed alone.
 */
final class ReadHistory {

  private static final int LONGEST_KEY = 65_535;
  private static final int LONG_KEYS_ONE_IN = 4;
  private static final int KEYS_MAX = 150;

  private final SplittableRandom random;
  private final List<Op> operations = new ArrayList<>();
  private final List<Bytes> keys;
  private final boolean hasLongKeys;

  ReadHistory(long seed, int length, CollidingKeys collisions) {
    random = new SplittableRandom(seed ^ 0x5EED);
    hasLongKeys = random.nextInt(LONG_KEYS_ONE_IN) == 0;
    KeyspaceHistory history = new KeyspaceHistory(seed, length, collisions);
    keys = Stream.concat(history.keys().stream(), longKeys()).toList();
    for (Op operation : history.operations()) {
      operations.add(operation);
      if (random.nextInt(3) == 0) {
        operations.add(random.nextBoolean() ? new Op.In("k1", one()) : one());
      }
    }
  }

  /** The greatest key, those just below it, and others of the greatest length. */
  private Stream<Bytes> longKeys() {
    return hasLongKeys
        ? Stream.of(
            filled(LONGEST_KEY, 0xFF),
            filled(LONGEST_KEY - 1, 0xFF),
            filled(LONGEST_KEY, 0xFF, 0xFE),
            filled(LONGEST_KEY, 'k'),
            filled(LONGEST_KEY, 0))
        : Stream.of();
  }

  private static Bytes filled(int length, int with) {
    return filled(length, with, with);
  }

  private static Bytes filled(int length, int with, int last) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) with);
    key[length - 1] = (byte) last;
    return Bytes.of(key);
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys;
  }

  private Op one() {
    if (random.nextInt(30) == 0) {
      return new Op.DeleteRange(range(), random.nextBoolean());
    }
    if (hasLongKeys && random.nextInt(5) == 0) {
      Bytes value = Bytes.numbered(random.nextLong(), random.nextInt(50));
      Bytes key = keys.get(keys.size() - 1 - random.nextInt(5));
      Change.Edit edit = new Change.Edit(key, Optional.of(value));
      return new Op.Write(new Change(List.of(edit), Optional.empty()));
    }
    int snapshot = random.nextBoolean() ? -1 : random.nextInt(4);
    return new Op.AskAll(some(), range(), snapshot);
  }

  /** Keys in any order, most of them different: often one, at times more than fit together. */
  private List<Bytes> some() {
    int count = 1 + random.nextInt(random.nextInt(4) == 0 ? KEYS_MAX : 8);
    return Stream.generate(this::any).limit(count).toList();
  }

  /** A key of the history's, or one that nobody writes. */
  private Bytes any() {
    Bytes key = keys.get(random.nextInt(keys.size()));
    boolean other = random.nextInt(6) == 0 && key.length() < LONGEST_KEY;
    return other ? key.successor() : key;
  }

  private Range range() {
    return switch (random.nextInt(9)) {
      case 0 -> new Range.All();
      case 1 -> new Range.Prefix(prefix(any()));
      case 2 -> new Range.Between(any(), any());
      case 3 -> new Range.AtLeast(any());
      case 4 -> new Range.Above(any());
      case 5 -> new Range.AtMost(any());
      case 6 -> new Range.Below(any());
      case 7 -> new Range.Closed(any(), any());
      default -> new Range.Both(new Range.Above(any()), new Range.AtMost(any()));
    };
  }

  private Bytes prefix(Bytes key) {
    return key.head(random.nextInt(Math.min(key.length(), 20) + 1));
  }
}
