package dev.malkoha.engine.model;

import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.model.Op.Move;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A random history that mostly deletes, over keys many of which share their first bytes, with all
 * keys under a prefix put or deleted at once, and scans of ranges about as wide as a prefix in
 * between. It depends on its seed alone.
 */
final class PrefixHistory {

  private static final byte[] ALPHABET = {':', ':', 'a', 'b', 0, (byte) 0xFF};
  private static final int STEMS_MAX = 10;
  private static final int KEYS_MAX = 60;

  /** Above all numbers of values that the deletes' history gives out. */
  private static final long FIRST_NUMBER = 1_000_000;

  private final SplittableRandom random;
  private final Keys keys;
  private final List<Op> operations = new ArrayList<>();
  private long number = FIRST_NUMBER;

  PrefixHistory(long seed, int length) {
    random = new SplittableRandom(seed ^ 0x9EF1);
    keys = someKeys();
    for (Op operation : new DeleteHistory(seed, length, keys).operations()) {
      operations.add(operation);
      if (random.nextBoolean()) {
        operations.addAll(next());
      }
    }
  }

  /** The empty key, stems, and stems with something behind them. */
  private Keys someKeys() {
    List<Bytes> stems =
        Stream.generate(() -> some(5)).limit(1 + random.nextInt(STEMS_MAX)).toList();
    int size = 1 + random.nextInt(KEYS_MAX);
    return Keys.of(
        Stream.concat(
            Stream.of(Bytes.of("")),
            Stream.generate(() -> joined(stems.get(random.nextInt(stems.size())), some(3)))
                .limit(size)));
  }

  private Bytes some(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return Bytes.of(bytes);
  }

  private static Bytes joined(Bytes stem, Bytes tail) {
    byte[] key = stem.head(stem.length() + tail.length()).array();
    System.arraycopy(tail.array(), 0, key, stem.length(), tail.length());
    return Bytes.of(key);
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys.all();
  }

  private List<Op> next() {
    return switch (random.nextInt(16)) {
      case 0 -> late();
      case 1, 2, 3 -> List.of(whole());
      default -> List.of(look());
    };
  }

  /** All keys with a prefix die while a compaction writes them. */
  private List<Op> late() {
    Op deletes = Op.RunHeld.whole(HeldWork.Kind.DELETES);
    List<Op> meanwhile = List.of(whole(), Op.Upkeep.FLUSH, deletes, deletes);
    int calls = random.nextInt(6);
    Op compaction = new Op.RunHeld(HeldWork.Kind.COMPACTION, When.TABLE_WRITE, calls, meanwhile);
    return List.of(Op.Holding.HOLD, whole(), Op.Upkeep.FLUSH, compaction);
  }

  /** All keys with a prefix are put or deleted. */
  private Op whole() {
    Range prefix = new Range.Prefix(keys.anyHead(random));
    int choice = random.nextInt(4);
    if (choice == 0) {
      return new Op.DeleteRange(prefix, random.nextBoolean());
    }
    Stream<Bytes> all = keys.all().stream().filter(prefix::contains);
    return new Op.Write(
        new Change(all.map(key -> edit(key, choice == 1)).toList(), Optional.empty()));
  }

  private Edit edit(Bytes key, boolean put) {
    return new Edit(key, put ? Optional.of(Bytes.numbered(++number, 20)) : Optional.empty());
  }

  private Op look() {
    Range range = range();
    int snapshot = random.nextInt(5) - 2;
    if (random.nextInt(4) == 0) {
      return new Op.AskAll(List.of(keys.any(random)), range, snapshot);
    }
    if (random.nextInt(8) == 0) {
      return new Op.OpenCursor(range, snapshot);
    }
    Move.Kind kind = random.nextBoolean() ? Move.Kind.NEXT : Move.Kind.PREV;
    Move step = new Move(kind, Optional.empty());
    return new Op.Scan(range, snapshot, Collections.nCopies(1 + random.nextInt(20), step));
  }

  /** A prefix, or from something in one to its end or just beyond, or to something in another. */
  private Range range() {
    Bytes from =
        random.nextBoolean() ? keys.anyHead(random) : joined(keys.anyHead(random), some(3));
    return switch (random.nextInt(6)) {
      case 0 -> new Range.Both(new Range.AtLeast(from), new Range.Prefix(head(from)));
      case 1 -> new Range.Between(from, behind(head(from)));
      case 2 -> new Range.Between(from, behind(head(from)).successor());
      case 3 -> new Range.Closed(from, keys.any(random));
      default -> new Range.Prefix(from);
    };
  }

  private Bytes head(Bytes key) {
    return key.head(random.nextInt(key.length() + 1));
  }

  /** The first key behind all with a prefix; a long one where there is none. */
  private static Bytes behind(Bytes prefix) {
    byte[] bytes = prefix.array();
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] != (byte) 0xFF) {
        bytes[i]++;
        return Bytes.of(bytes).head(i + 1);
      }
    }
    return Bytes.of(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
  }
}
