package dev.malkoha.sstable.sidecar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.RemovableFilter;
import dev.malkoha.sstable.CorruptTableException;
import dev.malkoha.sstable.DeadSets;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.Deletions;
import dev.malkoha.sstable.Entry;
import dev.malkoha.sstable.EntrySets;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.Tables;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.SidecarDump;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to a sidecar is read back, for its own table and no other. */
class SidecarTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(SidecarTest.class);
  private static final long SIDECAR = 99;
  private static final long TABLE = 1L << 40 | 3;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Tables tables;

  SidecarTest() throws IOException {
    tables = new Tables();
  }

  private TableReader table(NavigableSet<Entry> entries, String policy) throws IOException {
    return tables.open(
        tables.build(
            entries,
            new TableOptions(
                256, Codecs.ready(Codecs.NONE), FilterPolicy.parse(policy), Tables.HASHER)));
  }

  private static TableDeletions random(TableReader table, SplittableRandom random, DeadSets kind)
      throws IOException {
    BitSet dead = kind.make(random, (int) table.properties().entries());
    return Deletions.of(table, Tables.HASHER, dead);
  }

  /** Writes a sidecar of one section and reads it. */
  private TableDeletions roundTrip(TableReader table, TableDeletions deletions) throws IOException {
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    SidecarSection section = sidecar.add(TABLE, deletions, table);
    return SidecarReader.read(sidecar.finish(), SIDECAR, section, TABLE, table);
  }

  @ParameterizedTest
  @EnumSource(EntrySets.class)
  void whatIsWrittenIsRead(EntrySets kind) throws IOException {
    for (String policy : List.of("cuckoo(0.002)", "semiSortedCuckoo(0.03)", "bloom(10)")) {
      TableReader table = table(kind.make(SEED), policy);
      for (DeadSets dead : DeadSets.values()) {
        TableDeletions deletions = random(table, random, dead);
        assertEquals(deletions, roundTrip(table, deletions), REPLAY);
      }
    }
  }

  /** Deletions are whole: a later section says what an earlier one does, and more. */
  @ParameterizedTest
  @ValueSource(
      strings = {"cuckoo(0.002)", "semiSortedCuckoo(0.03)", "windowedCuckoo(0.02)", "bloom(10)"})
  void aTableIsVerifiedUnderEachOfItsDeletions(String policy) throws IOException {
    TableReader table = table(EntrySets.VERSIONS_OF_FEW_KEYS.make(SEED), policy);
    int entries = (int) table.properties().entries();
    BitSet dead = new BitSet();
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    while (dead.cardinality() < entries) {
      int from = dead.nextClearBit(0);
      dead.set(from, Math.min(entries, from + 1 + random.nextInt(400)));
      TableDeletions deletions = Deletions.of(table, Tables.HASHER, dead);
      sidecar.add(TABLE, deletions, table);
      TableReader view = Deletions.apply(table, deletions);
      view.verify();
      assertEquals(table.properties().entries(), deletions.vector().entries());
      boolean removable = table.filter() instanceof RemovableFilter;
      assertEquals(removable ? deletions.deadKeys() : 0, deletions.removalCount());
    }
    sidecar.finish();
  }

  @Test
  void aViewWithOneRemovalTooManyIsNotVerified() throws IOException {
    TableReader table = table(EntrySets.COUNTED.make(SEED), "windowedCuckoo(0.02)");
    TableDeletions deletions = random(table, random, DeadSets.RUNS);
    RemovableFilter filter = (RemovableFilter) table.filter();
    RemovableFilter right = deletions.applyTo(filter);
    TableReader view = table.with(deletions.vector(), right);
    view.verify();
    long lives = deletions.vector().nextLive(0);
    TableCursor cursor = view.cursor(false);
    cursor.seekToFirst();
    assertEquals(lives, cursor.ordinal());
    long hash = Tables.HASHER.hash(cursor.keyBuffer(), 0, cursor.keyLength());
    RemovableFilter wrong = right.without(new long[] {filter.removal(hash)}, 1);
    TableReader damaged = table.with(deletions.vector(), wrong);
    CorruptTableException e = assertThrows(CorruptTableException.class, damaged::verify);
    assertTrue(String.valueOf(e.getMessage()).contains("filter"), e.getMessage());
    long[] removals = deletions.removals();
    TableReader lagging =
        table.with(deletions.vector(), filter.without(removals, removals.length - 1));
    assertThrows(CorruptTableException.class, lagging::verify);
    table.with(deletions.vector(), filter).verify();
  }

  @Test
  void manyTablesShareAFile() throws IOException {
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    TableReader[] readers = new TableReader[5];
    TableDeletions[] deletions = new TableDeletions[readers.length];
    SidecarSection[] sections = new SidecarSection[readers.length];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = table(EntrySets.RANDOM.make(SEED + i), "cuckoo(0.002)");
      deletions[i] = random(readers[i], random, DeadSets.RUNS);
      sections[i] = sidecar.add(i, deletions[i], readers[i]);
    }
    HeapFile file = sidecar.finish();
    TableReader shorter = table(EntrySets.ONE.make(SEED), "cuckoo(0.002)");
    for (int i = 0; i < readers.length; i++) {
      assertEquals(deletions[i], SidecarReader.read(file, SIDECAR, sections[i], i, readers[i]));
      int other = (i + 1) % readers.length;
      SidecarSection section = sections[i];
      for (Sought sought :
          List.of(
              new Sought(SIDECAR, section, other, readers[i]),
              new Sought(SIDECAR, section, i, shorter),
              new Sought(SIDECAR, sections[other], i, readers[i]),
              new Sought(SIDECAR + 1, section, i, readers[i]))) {
        checkRefused(file, sought);
      }
    }
  }

  /** Which section is read for which table. */
  private record Sought(long fileId, SidecarSection section, long number, TableReader table) {}

  private static void checkRefused(HeapFile file, Sought sought) {
    assertThrows(
        CorruptSidecarException.class,
        () ->
            SidecarReader.read(
                file, sought.fileId(), sought.section(), sought.number(), sought.table()));
  }

  /** A section copied to another place, or to another file, is not taken for the one there. */
  @Test
  void aSoundSectionInAnotherPlaceIsRefused() throws IOException {
    TableReader table = table(EntrySets.COUNTED.make(SEED), "cuckoo(0.002)");
    TableDeletions deletions = random(table, random, DeadSets.FEW);
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    SidecarSection first = sidecar.add(TABLE, deletions, table);
    SidecarSection second = sidecar.add(TABLE, deletions, table);
    assertEquals(first.length(), second.length());
    byte[] bytes = sidecar.bytes();
    System.arraycopy(bytes, (int) first.offset(), bytes, (int) second.offset(), second.length());
    HeapFile file = new HeapFile(bytes);
    SidecarSection copied = new SidecarSection(second.offset(), second.length(), first.crc());
    checkRefused(file, new Sought(SIDECAR, second, TABLE, table));
    checkRefused(file, new Sought(SIDECAR, copied, TABLE, table));
    assertEquals(deletions, SidecarReader.read(file, SIDECAR, first, TABLE, table));
  }

  @Test
  void sectionsThatLeaveTheFileAreRefused() throws IOException {
    TableReader table = table(EntrySets.COUNTED.make(SEED), "cuckoo(0.002)");
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    SidecarSection section = sidecar.add(TABLE, random(table, random, DeadSets.HALF), table);
    HeapFile file = sidecar.finish();
    for (long offset : new long[] {-1, 0, 23, section.offset() + 1, 1L << 62, Long.MAX_VALUE}) {
      SidecarSection moved = new SidecarSection(offset, section.length(), section.crc());
      checkRefused(file, new Sought(SIDECAR, moved, TABLE, table));
    }
    for (int length : new int[] {-1, 0, 15, section.length() + 1, Integer.MAX_VALUE}) {
      SidecarSection cut = new SidecarSection(section.offset(), length, section.crc());
      checkRefused(file, new Sought(SIDECAR, cut, TABLE, table));
    }
  }

  @Test
  void deletionsOfAnotherTableAreNotWritten() throws IOException {
    TableReader table = table(EntrySets.COUNTED.make(SEED), "cuckoo(0.002)");
    TableReader bloom = table(EntrySets.COUNTED.make(SEED), "bloom(10)");
    long entries = table.properties().entries();
    TableDeletions one = Deletions.of(table, Tables.HASHER, bits(5));
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    for (TableDeletions wrong :
        List.of(
            TableDeletions.none(entries + 1),
            new TableDeletions(Deletions.vector(bits(5, 6), entries), 2, one.removals()),
            new TableDeletions(one.vector(), 1, new long[] {one.removals()[0], 3}), // no prefixes
            new TableDeletions(Deletions.vector(bits(5, 6, 7), entries), 0, new long[0])
                .with(Deletions.vector(all(entries), entries), 3, new long[] {1, 2, 3}, 3))) {
      assertThrows(IllegalArgumentException.class, () -> sidecar.add(TABLE, wrong, table));
    }
    assertThrows(IllegalArgumentException.class, () -> sidecar.add(TABLE, one, bloom));
    sidecar.add(TABLE, new TableDeletions(one.vector(), 1, new long[0]), table);
    SidecarSection section = sidecar.add(TABLE, one, table);
    assertEquals(one, SidecarReader.read(sidecar.finish(), SIDECAR, section, TABLE, table));
  }

  private static BitSet bits(int... ordinals) {
    BitSet set = new BitSet();
    for (int ordinal : ordinals) {
      set.set(ordinal);
    }
    return set;
  }

  private static BitSet all(long entries) {
    BitSet set = new BitSet();
    set.set(0, (int) entries);
    return set;
  }

  @Test
  void countsThatContradictEachOtherAreNotDeletions() {
    DeletionVector two = Deletions.vector(bits(1, 2), 10);
    long[] none = {};
    assertThrows(IllegalArgumentException.class, () -> new TableDeletions(two, 3, none));
    assertThrows(IllegalArgumentException.class, () -> new TableDeletions(two, -1, none));
    assertThrows(IllegalArgumentException.class, () -> new TableDeletions(two, 1, new long[3]));
    TableDeletions deletions = new TableDeletions(two, 1, new long[] {9});
    DeletionVector one = Deletions.vector(bits(1), 10);
    assertThrows(IllegalArgumentException.class, () -> deletions.with(one, 0, none, 0));
    DeletionVector longer = Deletions.vector(bits(1, 2, 3), 11);
    assertThrows(IllegalArgumentException.class, () -> deletions.with(longer, 0, none, 0));
    DeletionVector three = Deletions.vector(bits(1, 2, 3), 10);
    TableDeletions more = deletions.with(three, 1, new long[] {-5, 4}, 1);
    assertArrayEquals(new long[] {9, -5}, more.removals());
    assertEquals(2, more.deadKeys());
  }

  @Test
  void theStatesOfAWriter() throws IOException {
    TableReader table = table(new TreeSet<>(EntrySets.ONE.make(SEED)), "cuckoo(0.002)");
    TableDeletions none = TableDeletions.none(1);
    SidecarWriter writer = new SidecarWriter(tables.directory.create("x.dv"), SIDECAR);
    writer.add(TABLE, none, table);
    writer.finish();
    assertEquals(tables.directory.size("x.dv"), writer.fileSize());
    assertThrows(IllegalStateException.class, () -> writer.add(TABLE, none, table));
    assertThrows(IllegalStateException.class, writer::finish);
    writer.close();
    writer.close();
    assertThrows(
        IllegalArgumentException.class,
        () -> {
          try (var file = tables.directory.create("y.dv")) {
            file.append(new byte[1], 0, 1);
            assertFalse(new SidecarWriter(file, SIDECAR).fileSize() == 0);
          }
        });
  }

  /** The bytes of an empty sidecar are a frame, too. */
  @Test
  void aSidecarOfNoSectionsIsSound() throws IOException {
    StringBuilder text = new StringBuilder();
    SidecarDump.write(new Sidecar(tables, SIDECAR).finish(), SIDECAR, text);
    assertTrue(text.toString().contains("0 sections"), text.toString());
  }
}
