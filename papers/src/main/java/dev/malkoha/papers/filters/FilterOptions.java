package dev.malkoha.papers.filters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What to compare, and with how much care.
 *
 * @param contenders the filters
 * @param keys the numbers of keys to fill them with
 * @param rounds how often each filter has its turn
 * @param effort how long a turn is
 * @param javaOptions options for the Java process of a turn, after those it always has
 */
public record FilterOptions(
    List<FilterContender> contenders,
    List<Integer> keys,
    int rounds,
    Effort effort,
    List<String> javaOptions) {

  /** The most keys for which every filter's building fits a fork's heap. */
  private static final int MOST_KEYS = 20_000_000;

  /**
   * Room for the building of every filter, of a size that does not change; a collector that does
   * nothing beside the measured thread; and few memory pages for what look-ups allocate, so that
   * the system has provided all of them before it counts.
   */
  private static final List<String> JVM =
      List.of("-Xms3g", "-Xmx3g", "-Xmn128m", "-XX:+UseSerialGC");

  /** Checks the numbers. */
  public FilterOptions {
    contenders = List.copyOf(contenders);
    keys = List.copyOf(keys);
    javaOptions = List.copyOf(javaOptions);
    if (contenders.isEmpty() || keys.isEmpty()) {
      throw new IllegalArgumentException("nothing to compare");
    }
    if (keys.stream().anyMatch(n -> n < 1_000 || n > MOST_KEYS)) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "the keys of a filter must be from 1,000 to %,d", MOST_KEYS));
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
  }

  /** The options of the Java process of a turn. */
  List<String> jvm() {
    return Stream.concat(JVM.stream(), javaOptions.stream()).toList();
  }

  /** How it is measured, fact by fact. */
  public Map<String, String> describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("libraries", Libraries.versions());
    facts.put(
        "turns",
        "%s rounds, in each a Java process for each filter and measure (%s), %s iterations of %s ms"
            .formatted(rounds, String.join(" ", jvm()), effort.iterations(), effort.millis()));
    facts.put(
        "hashing",
        "keys are random 64-bit numbers; ours and fastfilter's filters mix each with a salt,"
            + " Guava's and setfilters' hash it with Murmur3, -xxh3 with the store's keyed hash");
    return facts;
  }

  /**
   * How long a turn is.
   *
   * @param queries look-ups after which the same keys come again; a multiple of 65,536
   * @param warmUpMillis the length of the first iteration, which does not count
   * @param iterations those that count, of which the middle one is taken; of building and deleting,
   *     where each may take seconds, at most 3
   * @param millis the length of one of them
   * @param forked whether each turn has a Java process of its own, which only tests may go without
   */
  public record Effort(int queries, int warmUpMillis, int iterations, int millis, boolean forked) {

    /** Seconds for a turn. */
    public static final Effort FULL = new Effort(1 << 22, 300, 5, 150, true);

    /** Enough to see the order of things. */
    public static final Effort QUICK = new Effort(1 << 20, 200, 5, 30, true);
  }
}
