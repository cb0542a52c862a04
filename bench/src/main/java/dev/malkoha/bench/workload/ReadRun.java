package dev.malkoha.bench.workload;

import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads that are not one key's into a fresh array: of several keys by one call, of neighbours, into
 * the caller's memory, of the number of keys. As in a {@link WorkloadRun}, answers are checked.
 */
final class ReadRun {

  private static final int TOGETHER = Workload.KEYS_TOGETHER;

  private final String name;
  private final Workload workload;
  private final Store store;
  private final BenchOptions options;

  ReadRun(String name, Workload workload, Store store, BenchOptions options) {
    this.name = name;
    this.workload = workload;
    this.store = store;
    this.options = options;
  }

  Team.Took run() {
    return switch (workload) {
      case READNEAR -> team(this::getNeighbours);
      case GETINTO -> team(this::getInto);
      case COUNT -> Team.run(1, options.entries(), (_, _, _) -> count());
      default -> team(this::getAll);
    };
  }

  private Team.Took team(Team.Share share) {
    return Team.run(options.threads(), options.reads(), share);
  }

  private SplittableRandom random(int thread) {
    return new SplittableRandom(options.seed() * 31 + workload.label().hashCode() + thread);
  }

  private long count() {
    long count = store.count();
    check(count == options.entries(), count + " keys, not " + options.entries());
    return count;
  }

  private long getNeighbours(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i += TOGETHER) {
      long first = firstOfNeighbours(random);
      for (int n = 0; n < Math.min(TOGETHER, to - i); n++) {
        wrong += isRight(store.get(key.of((first + n) % options.entries())), true) ? 0 : 1;
      }
    }
    return checked(wrong, to - from);
  }

  private long getInto(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    BenchKey key = BenchKey.present();
    byte[] into = new byte[ValueSource.BYTES];
    long wrong = 0;
    for (long i = from; i < to; i++) {
      int length = store.get(key.of(random.nextInt(options.entries())), into);
      wrong += length == ValueSource.BYTES ? 0 : 1;
    }
    return checked(wrong, to - from);
  }

  private long getAll(int thread, long from, long to) {
    SplittableRandom random = random(thread);
    boolean present = workload != Workload.MULTIMISSING;
    BenchKey[] keys =
        Stream.generate(present ? BenchKey::present : BenchKey::absent)
            .limit(TOGETHER)
            .toArray(BenchKey[]::new);
    byte[][] asked = new byte[TOGETHER][];
    List<byte[]> list = Arrays.asList(asked);
    long wrong = 0;
    for (long i = from; i < to; i += TOGETHER) {
      int count = (int) Math.min(TOGETHER, to - i);
      long first = firstOfNeighbours(random);
      for (int n = 0; n < count; n++) {
        boolean near = workload == Workload.MULTINEAR;
        long number = near ? first + n : random.nextInt(options.entries());
        asked[n] = keys[n].of(number % options.entries());
      }
      for (byte[] value : store.getAll(list.subList(0, count))) {
        wrong += isRight(value, present) ? 0 : 1;
      }
    }
    return checked(wrong, to - from);
  }

  private long firstOfNeighbours(SplittableRandom random) {
    return random.nextInt(options.entries());
  }

  private static boolean isRight(byte @Nullable [] value, boolean present) {
    return present ? value != null && value.length == ValueSource.BYTES : value == null;
  }

  private long checked(long wrong, long operations) {
    check(wrong == 0, wrong + " answers are wrong");
    return operations;
  }

  private void check(boolean right, String problem) {
    if (!right) {
      throw new WrongAnswerException(name, workload.label(), problem);
    }
  }
}
