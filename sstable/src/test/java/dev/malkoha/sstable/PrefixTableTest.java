package dev.malkoha.sstable;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.ByteReader;
import dev.malkoha.codec.ByteWriter;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.block.BlockHandle;
import dev.malkoha.sstable.compression.Codecs;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose filters hold prefixes of their keys. */
class PrefixTableTest {

  private static final KeyPrefix RULE = KeyPrefix.upTo((byte) ':', 2);
  private static final int USERS = 100;
  private static final int FIELDS = 5;

  private final Tables tables;

  PrefixTableTest() throws IOException {
    tables = new Tables();
  }

  /** Keys of users, each with two versions of fields, and others that have no prefix. */
  private static SortedSet<Entry> entries() {
    TreeSet<Entry> entries = new TreeSet<>();
    for (int user = 0; user < USERS; user++) {
      for (int field = 0; field < FIELDS; field++) {
        entries.add(Entry.of("user:%03d:%d".formatted(user, field), 7, "new"));
        entries.add(Entry.of("user:%03d:%d".formatted(user, field), 3, "old"));
      }
      entries.add(Entry.of("user:%03d".formatted(user), 5, "no prefix"));
    }
    return entries;
  }

  private TableReader table(FilterPolicy filter, KeyPrefix rule) throws IOException {
    TableOptions options =
        new TableOptions(256, Codecs.ready(Codecs.LZ4), filter, Tables.HASHER, rule);
    return tables.open(tables.build(entries(), options));
  }

  private static long prefixHash(String prefix) {
    byte[] bytes = prefix.getBytes(UTF_8);
    return Tables.HASHER.hashPrefix(bytes, 0, bytes.length);
  }

  private static String user(int number) {
    return "user:%03d:".formatted(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"windowedCuckoo(0.001)", "semiSortedCuckoo(0.001)", "cuckoo(0.001)", "bloom(16)"})
  void theFilterHoldsEachPrefixOnce(String filter) throws IOException {
    TableReader table = table(FilterPolicy.parse(filter), RULE);
    table.verify();
    TableProperties properties = table.properties();
    assertEquals(USERS, properties.prefixes());
    assertEquals(RULE, properties.prefix());
    assertEquals(USERS * (FIELDS + 1), properties.distinctKeys());
    assertEquals(USERS * (FIELDS + 2), table.filter().keys());
    int wrong = 0;
    for (int user = 0; user < USERS; user++) {
      assertTrue(table.mayContain(prefixHash(user(user))));
      wrong += table.mayContain(prefixHash(user(user + USERS))) ? 1 : 0;
      wrong += table.mayContain(prefixHash("user:%03d".formatted(user))) ? 1 : 0;
    }
    assertTrue(wrong < 10, wrong + " of 200 prefixes that are not there");
  }

  @Test
  void withoutARuleNothingIsSaidOfPrefixes() throws IOException {
    TableReader table = table(FilterPolicy.cuckoo(0.001), KeyPrefix.none());
    assertEquals(0, table.properties().prefixes());
    assertFalse(table.properties().hasPrefixes());
    assertEquals(table.properties().distinctKeys(), table.filter().keys());
  }

  /** The view in which all keys of a user are dead, and some things have left the filter. */
  private static TableReader without(TableReader table, int dead, long[] hashes)
      throws IOException {
    DeletionVector.Builder vector = DeletionVector.none(table.properties().entries()).builder();
    byte[] prefix = user(7).getBytes(UTF_8);
    try (TableCursor cursor = table.cursor(false)) {
      cursor.seek(prefix, 0, prefix.length, -1L);
      for (int i = 0; i < dead; i++, cursor.next()) {
        vector.add(cursor.ordinal());
      }
    }
    RemovableFilter filter = (RemovableFilter) table.filter();
    long[] removals = new long[hashes.length];
    for (int i = 0; i < hashes.length; i++) {
      removals[i] = filter.removal(hashes[i]);
    }
    return table.with(vector.build(), filter.without(removals, removals.length));
  }

  /** The hashes of a user's first keys, and of the prefix behind them. */
  private static long[] hashes(int keys, boolean prefix) {
    long[] hashes = new long[keys + (prefix ? 1 : 0)];
    for (int i = 0; i < keys; i++) {
      byte[] key = (user(7) + i).getBytes(UTF_8);
      hashes[i] = Tables.HASHER.hash(key, 0, key.length);
    }
    if (prefix) {
      hashes[keys] = prefixHash(user(7));
    }
    return hashes;
  }

  @Test
  void aPrefixLeavesWithItsLastKey() throws IOException {
    TableReader table = table(FilterPolicy.cuckoo(1e-6), RULE);
    without(table, 2 * (FIELDS - 1), hashes(FIELDS - 1, false)).verify();
    TableReader view = without(table, 2 * FIELDS, hashes(FIELDS, true));
    view.verify();
    assertFalse(view.mayContain(prefixHash(user(7))));
    assertTrue(view.mayContain(prefixHash(user(8))));
  }

  @Test
  void verifyFindsAPrefixThatLeftTooEarly() throws IOException {
    TableReader view =
        without(table(FilterPolicy.cuckoo(1e-6), RULE), 2 * (FIELDS - 1), hashes(FIELDS - 1, true));
    CorruptTableException e = assertThrows(CorruptTableException.class, view::verify);
    assertTrue(String.valueOf(e.getMessage()).contains("the prefix of a key"), e.getMessage());
  }

  @Test
  void verifyFindsAPrefixThatDidNotLeave() throws IOException {
    TableReader view =
        without(table(FilterPolicy.cuckoo(1e-6), RULE), 2 * FIELDS, hashes(FIELDS, false));
    CorruptTableException e = assertThrows(CorruptTableException.class, view::verify);
    assertTrue(String.valueOf(e.getMessage()).contains("keys and prefixes"), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none()", "ofLength(0)", "upTo(0x3a,1) ", "suffix(3)", ""})
  void aRuleThatNobodyWritesIsRefused(String rule) {
    assertThrows(MalformedBytesException.class, () -> decode(rule, 1));
  }

  @Test
  void morePrefixesThanKeysAreRefused() {
    assertEquals(RULE, decode(RULE.spec(), 1).prefix());
    assertThrows(MalformedBytesException.class, () -> decode(RULE.spec(), 2));
  }

  /** Properties of a table of one entry that say this. */
  private static TableProperties decode(String rule, int prefixes) {
    ByteWriter into = new ByteWriter(64);
    for (long number : new long[] {1, 1, 1, 10, 0, 0, 1, 'a', 1, 'a', 0}) {
      into.writeVarint(number);
    }
    into.writeBytes(rule.getBytes(UTF_8));
    into.writeVarint(prefixes);
    BlockHandle handle = new BlockHandle(0, 0, 0);
    return TableProperties.decode(
        new ByteReader(into.array(), 0, into.length()), new Footer(handle, handle, handle));
  }
}
