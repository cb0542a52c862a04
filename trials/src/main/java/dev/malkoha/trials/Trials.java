package dev.malkoha.trials;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How much a random test tries, and from which seed on: the one place that says so.
 *
 * <p>A test names what it tries as a whole, and gets the {@link Share} of this run: {@code
 * -Dmalkoha.share=build} (a tenth, the default), {@code full} or {@code hours}. {@code
 * -Dmalkoha.count=N} takes the place of what is counted, but for sweeps and families, and {@code
 * -Dmalkoha.seed=S} that of the first seed, which is 1 for everybody.
 */
public final class Trials {

  private static final Share SHARE = Share.named(System.getProperty("malkoha.share", "build"));
  private static final long SEED = Long.getLong("malkoha.seed", 1);
  private static final int COUNT = Integer.getInteger("malkoha.count", 0);
  private static final Path MODULE = Path.of(System.getProperty("basedir", "engine"));

  private Trials() {}

  /** The first seed. */
  public static long seed() {
    return SEED;
  }

  /**
   * How many cases to try.
   *
   * @param whole how many the full share has, at least 1
   */
  public static int count(int whole) {
    return COUNT > 0 ? COUNT : SHARE.of(whole);
  }

  /** The seeds of {@link #count} cases, one after the other from the first seed on. */
  public static LongStream seeds(int whole) {
    return LongStream.range(SEED, SEED + count(whole));
  }

  /**
   * Of the steps of a sweep, one in so many is to be tried: with the share of hours each.
   *
   * @param whole one in how many the full share tries; the build tries a tenth of these
   */
  public static int oneIn(int whole) {
    return SHARE.oneIn(whole);
  }

  /** Whether everything that can be counted is to be tried, not a share of it. */
  public static boolean isWhole() {
    return SHARE != Share.BUILD;
  }

  /** All of a family's members, or its first one where the whole is not tried. */
  public static <T> List<T> sample(List<T> family) {
    return isWhole() ? family : family.subList(0, 1);
  }

  /** The command that runs a test again as in this run: for one whose cases share a seed. */
  public static String replay(Class<?> test) {
    String much = COUNT > 0 ? "count=" + COUNT : "share=" + SHARE.property();
    return replay(test, "-Dmalkoha." + much + " -Dmalkoha.seed=" + SEED);
  }

  /** The command that runs one case of a test again. */
  public static String replay(Class<?> test, long seed) {
    return replay(test, "-Dmalkoha.count=1 -Dmalkoha.seed=" + seed);
  }

  /** The command that runs a test again with other properties than these. */
  public static String replay(Class<?> test, String properties) {
    String module = "mvn test -Pquick -Dquick.excludes= -pl " + MODULE.getFileName() + " -am";
    return module + " -Dtest=" + test.getSimpleName() + " " + properties;
  }
}
