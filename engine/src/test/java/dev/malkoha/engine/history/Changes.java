package dev.malkoha.engine.history;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Change.Edit;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Random writes over a set of keys; every value is written once only, so that it tells its age. */
public final class Changes {

  private static final int[] LENGTHS = {0, 1, 8, 20, 20, 40, 100, 100, 300};
  private static final int BATCH_MAX = 8;

  /** One in so many edits deletes a range, mostly of few keys. */
  private static final int RANGE_ONE_IN = 25;

  /**
   * What writes are like.
   *
   * @param puts of ten edits of one key so many put, the others delete
   * @param syncs of ten writes so many survive a power cut by what they say
   */
  public record Mix(int puts, int syncs) {}

  private static final Mix USUAL = new Mix(7, 3);

  private static final int RANGE_KEYS = 8;

  private final SplittableRandom random;
  private final Keys keys;
  private final int largeOneIn;
  private final int largeBytes;
  private final Mix mix;
  private long number;

  /**
   * Prepares a source of writes.
   *
   * @param largeOneIn one in so many values has up to {@code largeBytes} bytes
   */
  public Changes(SplittableRandom random, Keys keys, int largeOneIn, int largeBytes) {
    this(random, keys, largeOneIn, largeBytes, USUAL);
  }

  /**
   * Prepares a source of writes.
   *
   * @param largeOneIn one in so many values has up to {@code largeBytes} bytes
   */
  public Changes(SplittableRandom random, Keys keys, int largeOneIn, int largeBytes, Mix mix) {
    this.random = random;
    this.keys = keys;
    this.largeOneIn = largeOneIn;
    this.largeBytes = largeBytes;
    this.mix = mix;
  }

  /** The next write. */
  public Change next() {
    int size = random.nextInt(5) == 0 ? random.nextInt(BATCH_MAX + 1) : 1;
    return new Change(Stream.generate(this::edit).limit(size).toList(), durability());
  }

  /** A range delete alone. */
  public Change rangeDelete() {
    return new Change(List.of(deleteRange()), durability());
  }

  private Edit edit() {
    if (random.nextInt(RANGE_ONE_IN) == 0) {
      return deleteRange();
    }
    boolean put = random.nextInt(10) < mix.puts();
    return new Edit(keys.any(random), put ? Optional.of(value()) : Optional.empty());
  }

  /**
   * From a key, or a head of one, to another one some keys on, or just behind it, or anywhere.
   * Where that is behind all keys, or below the first, the range has no end.
   */
  private Edit deleteRange() {
    Bytes from = random.nextInt(8) == 0 ? keys.anyHead(random) : keys.any(random);
    Bytes to =
        random.nextInt(8) == 0 ? keys.any(random) : keys.after(from, random.nextInt(RANGE_KEYS));
    if (to.compareTo(from) < 0 || to.compareTo(keys.all().getLast()) > 0) {
      return Edit.deleteFrom(from);
    }
    return Edit.deleteRange(from, to.equals(from) ? from.successor() : to);
  }

  /** A value that was not written before, but for the very short ones. */
  public Bytes value() {
    boolean large = random.nextInt(largeOneIn) == 0;
    int length = large ? random.nextInt(largeBytes) + 1 : LENGTHS[random.nextInt(LENGTHS.length)];
    return Bytes.numbered(nextNumber(), length);
  }

  /** A number that was not given out before. */
  public long nextNumber() {
    return ++number;
  }

  private Optional<Durability> durability() {
    if (random.nextInt(10) < mix.syncs()) {
      return Optional.of(Durability.SYNC);
    }
    return random.nextBoolean() ? Optional.empty() : Optional.of(Durability.PROCESS);
  }
}
