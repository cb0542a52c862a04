package dev.malkoha.papers.filters;

import static dev.malkoha.papers.filters.FilterGroup.FIFTH_PERCENT;
import static dev.malkoha.papers.filters.FilterGroup.HUNDREDTH_PERCENT;
import static dev.malkoha.papers.filters.FilterGroup.ONE_PERCENT;
import static dev.malkoha.papers.filters.FilterGroup.THREE_PERCENT;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fastfilter.bloom.BlockedBloom;
import org.fastfilter.bloom.count.CountingBloom;
import org.fastfilter.bloom.count.SuccinctCountingBlockedBloom;
import org.fastfilter.bloom.count.SuccinctCountingBlockedBloomRanked;
import org.fastfilter.bloom.count.SuccinctCountingBloom;
import org.fastfilter.bloom.count.SuccinctCountingBloomRanked;
import org.fastfilter.cuckoo.Cuckoo16;
import org.fastfilter.cuckoo.Cuckoo8;
import org.fastfilter.cuckoo.CuckooPlus16;
import org.fastfilter.cuckoo.CuckooPlus8;
import org.fastfilter.xor.Xor16;
import org.fastfilter.xor.Xor8;
import org.fastfilter.xor.XorFuse8;
import org.fastfilter.xorplus.XorPlus8;

/**
 * The filters that are compared, by group. A group's first is the one that its others are measured
 * by.
 *
 * <p>Labels end in the bits of a fingerprint or, of a Bloom filter, of a key; where the library
 * sizes the filter by its rate, in that rate in per cent.
 */
public enum FilterContender {
  CUCKOO_8("cuckoo-8", THREE_PERCENT, Kind.TABLE, TableFilter.of("cuckoo(0.0313)")),
  SEMI_SORTED_8(
      "semi-sorted-8", THREE_PERCENT, Kind.TABLE, TableFilter.of("semiSortedCuckoo(0.0313)")),
  WINDOWED_5("windowed-5", THREE_PERCENT, Kind.TABLE, TableFilter.of("windowedCuckoo(0.0313)")),
  FAST_CUCKOO_8("ff-cuckoo-8", THREE_PERCENT, Kind.STATIC, FastFilter.of(Cuckoo8::construct)),
  FAST_CUCKOO_PLUS_8(
      "ff-cuckoo-plus-8", THREE_PERCENT, Kind.STATIC, FastFilter.of(CuckooPlus8::construct)),
  FAST_SUCCINCT_RANKED_10(
      "ff-succ-ranked-10",
      THREE_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> SuccinctCountingBloomRanked.construct(keys, 10))),
  SETFILTERS_3("setfilters-3", THREE_PERCENT, Kind.DELETABLE, SetFilter.plain(THREE_PERCENT)),
  GUAVA_3("guava-3", THREE_PERCENT, Kind.STATIC, GuavaFilter.of(THREE_PERCENT)),

  CUCKOO_10("cuckoo-10", ONE_PERCENT, Kind.TABLE, TableFilter.of("cuckoo(0.01)")),
  WINDOWED_7("windowed-7", ONE_PERCENT, Kind.TABLE, TableFilter.of("windowedCuckoo(0.01)")),
  BLOCKED_BLOOM_10(
      "blocked-bloom-10", ONE_PERCENT, Kind.TABLE_BLOOM, TableFilter.of("blockedBloom(10)")),
  BLOOM_10("bloom-10", ONE_PERCENT, Kind.TABLE_BLOOM, TableFilter.of("bloom(10)")),
  FAST_BLOCKED_BLOOM_10(
      "ff-blocked-bloom-10",
      ONE_PERCENT,
      Kind.STATIC,
      FastFilter.of(keys -> BlockedBloom.construct(keys, 10))),
  FAST_COUNTING_10(
      "ff-counting-10",
      ONE_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> CountingBloom.construct(keys, 10))),
  FAST_SUCCINCT_10(
      "ff-succinct-10",
      ONE_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> SuccinctCountingBloom.construct(keys, 10))),
  FAST_SUCCINCT_BLOCKED_10(
      "ff-succ-blocked-10",
      ONE_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> SuccinctCountingBlockedBloom.construct(keys, 10))),
  FAST_SUCCINCT_BLOCKED_RANKED_10(
      "ff-succ-bl-rank-10",
      ONE_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> SuccinctCountingBlockedBloomRanked.construct(keys, 10))),
  SETFILTERS_1("setfilters-1", ONE_PERCENT, Kind.DELETABLE, SetFilter.plain(ONE_PERCENT)),
  GUAVA_1("guava-1", ONE_PERCENT, Kind.STATIC, GuavaFilter.of(ONE_PERCENT)),

  CUCKOO_12("cuckoo-12", FIFTH_PERCENT, Kind.TABLE, TableFilter.of("cuckoo(0.002)")),
  SEMI_SORTED_12(
      "semi-sorted-12", FIFTH_PERCENT, Kind.TABLE, TableFilter.of("semiSortedCuckoo(0.002)")),
  WINDOWED_9("windowed-9", FIFTH_PERCENT, Kind.TABLE, TableFilter.of("windowedCuckoo(0.002)")),
  GROWING_12("cuckoo-12-growing", FIFTH_PERCENT, Kind.GROWING, GrowingFilter.of(FIFTH_PERCENT)),
  CUCKOO_12_XXH3(
      "cuckoo-12-xxh3", FIFTH_PERCENT, Kind.HASHED, HashedTableFilter.of("cuckoo(0.002)")),
  FAST_BLOCKED_BLOOM_16(
      "ff-blocked-bloom-16",
      FIFTH_PERCENT,
      Kind.STATIC,
      FastFilter.of(keys -> BlockedBloom.construct(keys, 16))),
  FAST_SUCCINCT_BLOCKED_RANKED_20(
      "ff-succ-bl-rank-20",
      FIFTH_PERCENT,
      Kind.DELETABLE,
      FastFilter.of(keys -> SuccinctCountingBlockedBloomRanked.construct(keys, 20))),
  FAST_XOR_8("ff-xor-8", FIFTH_PERCENT, Kind.STATIC, FastFilter.of(Xor8::construct)),
  FAST_XOR_PLUS_8("ff-xor-plus-8", FIFTH_PERCENT, Kind.STATIC, FastFilter.of(XorPlus8::construct)),
  FAST_FUSE_8("ff-fuse-8", FIFTH_PERCENT, Kind.STATIC, FastFilter.of(XorFuse8::construct)),
  SETFILTERS_02("setfilters-0.2", FIFTH_PERCENT, Kind.DELETABLE, SetFilter.plain(FIFTH_PERCENT)),
  SETFILTERS_SEMI_02(
      "setfilters-semi-0.2", FIFTH_PERCENT, Kind.DELETABLE, SetFilter.semiSorted(12)),
  GUAVA_02("guava-0.2", FIFTH_PERCENT, Kind.STATIC, GuavaFilter.of(FIFTH_PERCENT)),

  CUCKOO_16("cuckoo-16", HUNDREDTH_PERCENT, Kind.TABLE, TableFilter.of("cuckoo(0.000125)")),
  SEMI_SORTED_16(
      "semi-sorted-16",
      HUNDREDTH_PERCENT,
      Kind.TABLE,
      TableFilter.of("semiSortedCuckoo(0.000125)")),
  WINDOWED_13(
      "windowed-13", HUNDREDTH_PERCENT, Kind.TABLE, TableFilter.of("windowedCuckoo(0.000125)")),
  FAST_CUCKOO_16(
      "ff-cuckoo-16", HUNDREDTH_PERCENT, Kind.STATIC, FastFilter.of(Cuckoo16::construct)),
  FAST_CUCKOO_PLUS_16(
      "ff-cuckoo-plus-16", HUNDREDTH_PERCENT, Kind.STATIC, FastFilter.of(CuckooPlus16::construct)),
  FAST_XOR_16("ff-xor-16", HUNDREDTH_PERCENT, Kind.STATIC, FastFilter.of(Xor16::construct)),
  SETFILTERS_001(
      "setfilters-0.01", HUNDREDTH_PERCENT, Kind.DELETABLE, SetFilter.plain(HUNDREDTH_PERCENT)),
  GUAVA_001("guava-0.01", HUNDREDTH_PERCENT, Kind.STATIC, GuavaFilter.of(HUNDREDTH_PERCENT));

  /** The abilities of a filter. */
  private enum Kind {
    /** This project's, and deletable. */
    TABLE(true, true, true, true),
    /** This project's, without deletes. */
    TABLE_BLOOM(true, false, false, true),
    /** This project's, asked by a hash. */
    HASHED(true, true, false, false),
    /** This project's, filled one by one. */
    GROWING(true, true, true, false),
    /** Another library's, and deletable. */
    DELETABLE(false, true, true, false),
    /** Another library's. */
    STATIC(false, false, false, false);

    private final boolean ours;
    private final boolean deletable;
    private final boolean timesDeleting;
    private final boolean batches;

    Kind(boolean ours, boolean deletable, boolean timesDeleting, boolean batches) {
      this.ours = ours;
      this.deletable = deletable;
      this.timesDeleting = timesDeleting;
      this.batches = batches;
    }
  }

  private final String label;
  private final FilterGroup group;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // the functions keep no state
  private final Function<long[], KeyFilter> builder;

  FilterContender(String label, FilterGroup group, Kind kind, Function<long[], KeyFilter> builder) {
    this.label = label;
    this.group = group;
    this.kind = kind;
    this.builder = builder;
  }

  /** The contender that users call so. */
  public static FilterContender of(String label) {
    return Arrays.stream(values())
        .filter(contender -> contender.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no filter \"" + label + "\"; there are " + String.join(", ", labels())));
  }

  /** All labels, in order. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(FilterContender::label).collect(Collectors.toList());
  }

  /** Those that a short comparison is of. */
  public static List<FilterContender> few() {
    return List.of(
        CUCKOO_8,
        WINDOWED_5,
        FAST_CUCKOO_8,
        FAST_CUCKOO_PLUS_8,
        SETFILTERS_3,
        GUAVA_3,
        CUCKOO_12,
        SEMI_SORTED_12,
        WINDOWED_9,
        FAST_BLOCKED_BLOOM_16,
        FAST_XOR_8,
        FAST_FUSE_8,
        SETFILTERS_02,
        GUAVA_02);
  }

  /** The name that users see. */
  public String label() {
    return label;
  }

  /** The filters that this one may be compared with by speed. */
  public FilterGroup group() {
    return group;
  }

  /** Whether this is a filter of this project. */
  public boolean ours() {
    return kind.ours;
  }

  /** Whether keys can be taken out. */
  public boolean deletable() {
    return kind.deletable;
  }

  /** Whether the filter deletes in the form that is compared. */
  boolean timesDeleting() {
    return kind.timesDeleting;
  }

  /** Whether many keys can be asked for at once. */
  boolean batches() {
    return kind.batches;
  }

  /** Builds the filter of distinct keys, which it may not change. */
  KeyFilter build(long[] keys) {
    return builder.apply(keys);
  }
}
