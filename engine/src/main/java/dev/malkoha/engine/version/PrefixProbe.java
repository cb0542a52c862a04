package dev.malkoha.engine.version;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.TableReader;
import java.util.Arrays;

/**
 * Asks tables, before a scan reads them, whether their filters hold the prefix that all keys of its
 * range share. Asks nothing if the keys have several prefixes, or none. One thread.
 */
public final class PrefixProbe {

  private static final PrefixProbe NOTHING = new PrefixProbe(KeyPrefix.none(), 0);

  private final KeyPrefix rule;
  private final long hash;
  private int negatives;

  private PrefixProbe(KeyPrefix rule, long hash) {
    this.rule = rule;
    this.hash = hash;
  }

  /** The question for a range, by the rule that newer tables are written by. */
  public static PrefixProbe of(KeyPrefix rule, KeyRange range, KeyHasher hasher) {
    if (rule.equals(KeyPrefix.none())) {
      return NOTHING;
    }
    byte[] from = range.from();
    int length = rule.lengthIn(from, 0, from.length);
    return length > 0 && isWithin(range, Arrays.copyOf(from, length))
        ? new PrefixProbe(rule, hasher.hashPrefix(from, 0, length))
        : NOTHING;
  }

  /** Whether a range ends with the keys of the prefix that it begins with, or before. */
  private static boolean isWithin(KeyRange range, byte[] prefix) {
    return range.intersect(KeyRange.prefix(prefix)).equals(range);
  }

  /**
   * Whether something alive in a table may have the prefix; true of a table that cannot tell. If
   * not, this is counted.
   */
  boolean mayBeIn(Table table) {
    if (isNothing()) {
      return true;
    }
    TableReader reader = table.reader();
    boolean may = !reader.properties().prefix().equals(rule) || reader.mayContain(hash);
    negatives += may ? 0 : 1;
    return may;
  }

  @SuppressWarnings("ReferenceEquality") // there is but one
  private boolean isNothing() {
    return this == NOTHING;
  }

  /** How many tables have said that nothing has the prefix. */
  public int negatives() {
    return negatives;
  }
}
