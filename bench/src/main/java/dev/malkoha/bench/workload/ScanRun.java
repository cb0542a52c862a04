package dev.malkoha.bench.workload;

import dev.malkoha.bench.store.InPlace;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreCursor;
import java.util.SplittableRandom;

/** A workload that reads entries in the order of their keys. */
final class ScanRun {

  private final Site site;
  private final Store store;
  private final BenchOptions options;

  ScanRun(Site site) {
    this.site = site;
    this.store = site.store();
    this.options = site.options();
  }

  Team.Took run() {
    int entries = options.entries();
    return switch (site.workload()) {
      case READSEQ -> whole(entries, site.team(entries, this::scan));
      case READREVERSE -> whole(entries, site.team(entries, this::scanBack));
      case SCANINPLACE -> whole(entries, site.team(1, entries, this::scanInPlace));
      case SCANAFTERDELETE -> whole(entries - entries / 2, site.team(entries, this::scan));
      case SEEKRANDOM, SEEKBEYOND -> site.team(options.reads(), this::seek);
      default -> throw new IllegalArgumentException(site.workload().label());
    };
  }

  private Team.Took whole(long expected, Team.Took took) {
    site.check(took.operations() == expected, took.operations() + " entries, not " + expected);
    return took;
  }

  private long seek(int thread, long from, long to, Ticks ticks) {
    SplittableRandom random = site.random(thread);
    BenchKey key = BenchKey.present();
    long wrong = 0;
    for (long i = from; i < to; i++) {
      long number = random.nextInt(options.entries());
      try (StoreCursor cursor = store.cursor()) {
        boolean here = cursor.seek(key.of(number));
        for (int n = 0; n < Workload.ENTRIES_PER_SEEK && here; n++) {
          if (BenchKey.number(cursor.key()) != number + n || !whole(cursor.value())) {
            wrong++;
          }
          here = cursor.next();
        }
      }
      ticks.tick();
    }
    site.check(wrong == 0, wrong + " entries are not the ones that follow");
    return to - from;
  }

  private long scan(int thread, long from, long to, Ticks ticks) {
    long count = 0;
    long last = from - 1;
    try (StoreCursor cursor = store.cursor()) {
      boolean here = cursor.seek(BenchKey.present().of(from));
      while (here) {
        long number = BenchKey.number(cursor.key());
        if (number >= to) {
          break;
        }
        site.check(number > last && whole(cursor.value()), "an entry out of order");
        last = number;
        count++;
        here = cursor.next();
        ticks.tick();
      }
    }
    return count;
  }

  private long scanBack(int thread, long from, long to, Ticks ticks) {
    long count = 0;
    long last = to;
    try (StoreCursor cursor = store.cursor()) {
      boolean here =
          to == options.entries()
              ? cursor.last()
              : cursor.seek(BenchKey.present().of(to)) && cursor.prev();
      while (here) {
        long number = BenchKey.number(cursor.key());
        if (number < from) {
          break;
        }
        site.check(number < last && whole(cursor.value()), "an entry out of order");
        last = number;
        count++;
        here = cursor.prev();
        ticks.tick();
      }
    }
    return count;
  }

  private long scanInPlace(int thread, long from, long to, Ticks ticks) {
    InPlace reads = store.inPlace().orElseThrow();
    long[] place = {0, -1};
    reads.scan(
        (key, value) -> {
          site.check(key > place[1] && ValueSource.isFirst(value), "an entry out of order");
          place[0]++;
          place[1] = key;
          ticks.tick();
        });
    return place[0];
  }

  private static boolean whole(byte[] value) {
    return value.length == ValueSource.BYTES;
  }
}
