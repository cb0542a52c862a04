package dev.malkoha.bench.workload;

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

  private final Site site;
  private final Store store;
  private final BenchOptions options;

  ReadRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
  }

  Team.Took run() {
    return switch (site.workload()) {
      case READNEAR -> site.team(options.reads(), this::getNeighbours);
      case GETINTO -> site.team(options.reads(), this::getInto);
      case COUNT -> site.team(1, options.entries(), (_, _, _, _) -> count());
      default -> site.team(options.reads(), this::getAll);
    };
  }

  private long count() {
    long count = store.count();
    site.check(count == options.entries(), count + " keys, not " + options.entries());
    return count;
  }

  private long getNeighbours(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i += TOGETHER) {
      long first = firstOfNeighbours(random);
      for (int n = 0; n < Math.min(TOGETHER, to - i); n++) {
        wrong += isRight(store.get(key.of((first + n) % options.entries())), true) ? 0 : 1;
      }
      ticks.tick();
    }
    return checked(wrong, to - from);
  }

  private long getInto(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    byte[] into = new byte[ValueSource.BYTES];
    long wrong = 0;
    for (long i = from; i < to; i++) {
      int length = store.get(key.of(random.nextInt(options.entries())), into);
      wrong += length == ValueSource.BYTES ? 0 : 1;
      ticks.tick();
    }
    return checked(wrong, to - from);
  }

  private long getAll(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    int together = site.workload().keysTogether();
    boolean present = site.workload() != Workload.MULTIMISSING;
    BenchKey[] keys =
        Stream.generate(present ? BenchKey::present : BenchKey::absent)
            .limit(together)
            .toArray(BenchKey[]::new);
    byte[][] asked = new byte[together][];
    List<byte[]> list = Arrays.asList(asked);
    long wrong = 0;
    for (long i = from; i < to; i += together) {
      int count = (int) Math.min(together, to - i);
      long first = firstOfNeighbours(random);
      for (int n = 0; n < count; n++) {
        boolean near = site.workload() == Workload.MULTINEAR;
        long number = near ? first + n : random.nextInt(options.entries());
        asked[n] = keys[n].of(number % options.entries());
      }
      for (byte[] value : store.getAll(list.subList(0, count))) {
        wrong += isRight(value, present) ? 0 : 1;
      }
      ticks.tick();
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
    site.check(wrong == 0, wrong + " answers are wrong");
    return operations;
  }
}
