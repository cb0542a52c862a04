package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import dev.malkoha.filter.cuckoo.CuckooFilter;
import dev.malkoha.papers.rivals.StandardBloomFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Table 2: space and memory references of a look-up, by formula and as measured. */
final class Table2 {

  private static final double[] RATES = {0.1, 0.01, 0.001, 0.0001};
  private static final int SLOTS = 4;
  private static final double TOLERANCE = 0.05;
  private static final double REFERENCES_TOLERANCE = 0.5;

  /** A system at one of the rates. */
  private record Row(
      String system,
      double target,
      SpaceStudy.Full full,
      double formulaBits,
      double formulaPositive,
      References.Counts positive,
      References.Counts negative) {}

  private final List<Row> rows;
  private final Scale scale;

  private Table2(List<Row> rows, Scale scale) {
    this.rows = rows;
    this.scale = scale;
  }

  static PartResult run(Scale scale, long seed, Progress progress) throws IOException {
    long slots = 1L << scale.spaceSlotBits();
    List<SpaceStudy.Kind> kinds = new ArrayList<>();
    for (double rate : RATES) {
      int bloomBits = (int) Math.round(SpaceFormulas.bloom(rate));
      int width = (int) Math.ceil(SpaceFormulas.cuckoo(rate, 1));
      kinds.add(
          new SpaceStudy.Kind(
              "BF",
              bloomBits,
              slots,
              salt -> new StandardBloomFilter(bloomBits * slots, probes(rate), salt)));
      kinds.add(
          new SpaceStudy.Kind(
              "CF", width, slots, salt -> CuckooFilter.plain(width, SLOTS, slots / SLOTS, salt)));
      kinds.add(
          new SpaceStudy.Kind(
              "ss-CF", width, slots, salt -> CuckooFilter.semiSorted(width, slots / SLOTS, salt)));
    }
    List<SpaceStudy.Full> fulls = SpaceStudy.run("space by rate", kinds, scale, seed, progress);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < fulls.size(); i++) {
      rows.add(row(fulls.get(i), RATES[i / 3], scale, seed));
    }
    return new Table2(rows, scale).result();
  }

  private static int probes(double rate) {
    return (int) Math.round(SpaceFormulas.bound(rate));
  }

  /** Where few queries met no false positive, formulas are taken at one in all of them. */
  private static Row row(SpaceStudy.Full full, double target, Scale scale, long seed) {
    SpaceStudy.Kind kind = full.kind();
    double rate = Math.max(full.falsePositiveRate(), 1.0 / scale.spaceQueries());
    if (kind.series().equals("BF")) {
      References replay = References.bloom(kind.slots(), kind.width(), probes(target), seed);
      return new Row(
          "BF",
          target,
          full,
          SpaceFormulas.bloom(rate),
          SpaceFormulas.bound(rate),
          replay.positive(),
          replay.negative());
    }
    boolean plain = kind.series().equals("CF");
    int bucketBits = (plain ? kind.width() : kind.width() - 1) * SLOTS;
    References replay = References.cuckoo(kind.slots() / SLOTS, bucketBits, seed);
    return new Row(
        kind.series(),
        target,
        full,
        plain
            ? SpaceFormulas.cuckoo(rate, full.load())
            : SpaceFormulas.semiSorted(rate, full.load()),
        2,
        replay.positive(),
        replay.negative());
  }

  private PartResult result() {
    return new PartResult(
        PaperPart.TABLE2,
        ("Filters for each rate, of 2^%s slots, are filled and asked; the formulas are taken at the"
                + " rate and the load factor that came out, so that both columns speak of the same"
                + " filter. References are counted by replaying the probes of %s look-ups: for BF"
                + " bits read until one is 0, for cuckoo filters buckets; behind them the distinct"
                + " cache lines of 64 bytes, where a bucket may lie across two.")
            .formatted(scale.spaceSlotBits(), Numbers.count(References.QUERIES)),
        shown(),
        csv(),
        List.of(),
        claims());
  }

  private Grid shown() {
    Grid.Rows grid =
        new Grid.Rows(
            "system",
            "rate",
            "load",
            "bits/item",
            "formula",
            "positive",
            "formula",
            "lines",
            "negative",
            "formula",
            "lines");
    for (Row row : rows) {
      grid.row(
          row.system(),
          Numbers.rate(row.full().falsePositiveRate()),
          row.system().equals("BF") ? "" : Numbers.percent(row.full().load(), 1),
          Numbers.fixed(row.full().bitsPerItem(), 2),
          Numbers.fixed(row.formulaBits(), 2),
          Numbers.fixed(row.positive().references(), 2),
          Numbers.fixed(row.formulaPositive(), 2),
          Numbers.fixed(row.positive().lines(), 2),
          Numbers.fixed(row.negative().references(), 2),
          "2",
          Numbers.fixed(row.negative().lines(), 2));
    }
    return grid.grid();
  }

  private Grid csv() {
    Grid.Rows grid =
        new Grid.Rows(
            "system",
            "targetRate",
            "falsePositiveRate",
            "loadFactor",
            "bitsPerItem",
            "formulaBitsPerItem",
            "positiveReferences",
            "formulaPositiveReferences",
            "positiveCacheLines",
            "negativeReferences",
            "formulaNegativeReferences",
            "negativeCacheLines");
    for (Row row : rows) {
      grid.row(
          row.system(),
          Numbers.raw(row.target()),
          Numbers.raw(row.full().falsePositiveRate()),
          Numbers.raw(row.full().load()),
          Numbers.raw(row.full().bitsPerItem()),
          Numbers.raw(row.formulaBits()),
          Numbers.raw(row.positive().references()),
          Numbers.raw(row.formulaPositive()),
          Numbers.raw(row.positive().lines()),
          Numbers.raw(row.negative().references()),
          "2",
          Numbers.raw(row.negative().lines()));
    }
    return grid.grid();
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (String system : List.of("BF", "CF", "ss-CF")) {
      double worst =
          rows.stream()
              .filter(row -> row.system().equals(system))
              .mapToDouble(row -> row.full().bitsPerItem() / row.formulaBits() - 1)
              .reduce(0, (a, b) -> Math.abs(a) > Math.abs(b) ? a : b);
      claims.add(
          new Claim(
              system + ": bits an item by the formula (within 5 %)",
              "at most %s off".formatted(Numbers.difference(1 + worst, 1)),
              Math.abs(worst) <= TOLERANCE));
    }
    claims.add(references("BF", "log2(1/rate), 2"));
    claims.add(references("CF", "2, 2"));
    claims.add(references("ss-CF", "2, 2"));
    return claims;
  }

  private Claim references(String system, String published) {
    List<Row> own = rows.stream().filter(row -> row.system().equals(system)).toList();
    return new Claim(
        "%s: references of a positive and a negative look-up: %s (within 0.5)"
            .formatted(system, published),
        String.join(
            "; ",
            own.stream()
                .map(
                    row ->
                        "%s, %s"
                            .formatted(
                                Numbers.fixed(row.positive().references(), 2),
                                Numbers.fixed(row.negative().references(), 2)))
                .toList()),
        own.stream()
            .allMatch(
                row ->
                    Math.abs(row.positive().references() - row.formulaPositive())
                            <= REFERENCES_TOLERANCE
                        && Math.abs(row.negative().references() - 2) <= REFERENCES_TOLERANCE));
  }
}
