package dev.malkoha.engine;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * One named figure of a store at one moment, see {@link DbStats#metrics}. Names, kinds, units and
 * labels stay as they are from release to release; new ones are added. Made by the store alone; it
 * may get further components: use accessors, neither the constructor nor record patterns.
 *
 * @param name words with dots between them, such as {@code block.reads}
 * @param kind how it moves
 * @param unit what it counts
 * @param description a sentence for people
 * @param samples one, or one for each value of a label; empty for a histogram
 * @param distribution of a histogram; null for all others
 */
public record Metric(
    String name,
    Kind kind,
    Unit unit,
    String description,
    List<Sample> samples,
    @Nullable Distribution distribution) {

  /** The ways in which metrics move. */
  public enum Kind {
    /** Grows from the opening of the store on. */
    COUNTER,
    /** Goes up and down. */
    GAUGE,
    /** Tells how times are spread, from the opening on. */
    HISTOGRAM
  }

  /** The units in which metrics count. */
  public enum Unit {
    /** Things. */
    NONE(""),
    BYTES("bytes"),
    SECONDS("seconds");

    private final String words;

    Unit(String words) {
      this.words = words;
    }

    /** The unit's name; empty for things. */
    public String words() {
      return words;
    }
  }

  /**
   * A value.
   *
   * @param labels what tells it from the metric's other values; empty if it is the only one
   */
  public record Sample(Map<String, String> labels, double value) {

    /** Copies the labels. */
    public Sample {
      labels = Map.copyOf(labels);
    }
  }

  /**
   * A distribution of times.
   *
   * @param count how many there are
   * @param sum of all of them, in seconds
   * @param max the longest one, in seconds; 0 if there is none
   * @param quantiles the time, in seconds, that a share of all times from 0 to 1 does not exceed
   * @param buckets how many times do not exceed so many seconds
   */
  public record Distribution(
      long count,
      double sum,
      double max,
      SortedMap<Double, Double> quantiles,
      SortedMap<Double, Long> buckets) {

    /** Copies the maps. */
    public Distribution {
      quantiles = Collections.unmodifiableSortedMap(new TreeMap<>(quantiles));
      buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    }
  }

  /** Copies the list. */
  public Metric {
    samples = List.copyOf(samples);
  }

  /**
   * The value of a metric that has one.
   *
   * @throws IllegalStateException if it is a histogram, or has labels
   */
  public double value() {
    if (samples.size() != 1) {
      throw new IllegalStateException(
          name + " has not one value: see its samples or its distribution");
    }
    return samples.getFirst().value();
  }

  /** The value with a label; 0 if there is none. */
  public double value(String label, String value) {
    return samples.stream()
        .filter(sample -> Objects.equals(sample.labels().get(label), value))
        .mapToDouble(Sample::value)
        .findFirst()
        .orElse(0);
  }

  /** The name by the customs of Prometheus, such as {@code malkoha_block_reads_total}. */
  public String prometheusName() {
    String words = "malkoha_" + name.replace('.', '_');
    String withUnit =
        unit == Unit.NONE || words.endsWith("_" + unit.words())
            ? words
            : words + "_" + unit.words();
    return kind == Kind.COUNTER ? withUnit + "_total" : withUnit;
  }
}
