package dev.malkoha.engine.version;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stores whose manifest says, under checksums that are right, what cannot be so. */
class ManifestFactsTest {

  private static final DbOptions OPTIONS =
      DbOptions.builder().tableBytes(4096).blockBytes(256).compression(Compression.NONE).build();

  private final SimulatedDisk disk = new SimulatedDisk();
  private SealedManifest manifest;
  private List<TableMeta> tables;

  @BeforeEach
  void makeAStore() throws IOException {
    try (Db db = Stores.open(disk, OPTIONS)) {
      for (int i = 0; i < 400; i++) {
        db.put(String.format(Locale.ROOT, "key %03d", i).getBytes(UTF_8), new byte[40]);
      }
      db.compact();
      db.put("key 007".getBytes(UTF_8), new byte[50]);
      db.flush();
    }
    manifest = SealedManifest.of(disk);
    tables = manifest.state().defaultKeyspace().levels().get(1);
    assertTrue(tables.size() > 2, "several tables in a level");
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  /** One edit that says all that the manifest does, and other things where it is changed. */
  private void say(UnaryOperator<EditEntry> change, EditEntry... more) {
    List<EditEntry> entries = new ArrayList<>();
    for (EditEntry entry : EditEntry.decode(EditEntry.encode(manifest.state().asEdit()))) {
      entries.add(change.apply(entry));
    }
    entries.addAll(List.of(more));
    new SealedManifest(manifest.number(), List.of(entries)).writeTo(disk);
  }

  private void sayOf(TableMeta of, UnaryOperator<TableMeta> change) {
    say(
        entry ->
            entry instanceof EditEntry.AddTable(int level, TableMeta table) && table.equals(of)
                ? new EditEntry.AddTable(level, change.apply(table))
                : entry);
  }

  private static TableMeta changed(
      TableMeta table, long entries, long tombstones, byte[] from, byte[] to, long sequence) {
    return new TableMeta(
        table.number(),
        table.fileBytes(),
        entries,
        tombstones,
        from,
        to,
        sequence,
        sequence,
        List.of(),
        table.vector(),
        table.crc());
  }

  private void requireRefused(String named) {
    for (Exception e :
        List.of(
            assertThrows(DbCorruptionException.class, () -> Stores.open(disk, OPTIONS)),
            assertThrows(DbCorruptionException.class, () -> Stores.openReadOnly(disk, OPTIONS)))) {
      assertTrue(String.valueOf(e.getMessage()).contains(named), e::toString);
      assertTrue(String.valueOf(e.getMessage()).contains("at offset "), e::toString);
      assertTrue(String.valueOf(e.getMessage()).contains("restore the store"), e::toString);
    }
    assertFalse(Stores.verify(disk).problems().isEmpty());
  }

  @Test
  void tablesOfALevelThatOverlap() {
    TableMeta first = tables.getFirst();
    byte[] into = tables.get(1).smallestKey();
    sayOf(
        first,
        table -> changed(table, table.entries(), table.tombstones(), table.smallestKey(), into, 0));
    requireRefused("do not overlap in level 1");
  }

  @Test
  void aKeyRangeThatIsNotTheTables() {
    TableMeta first = tables.getFirst();
    byte[] above = "key 003".getBytes(UTF_8);
    sayOf(first, table -> changed(table, table.entries(), 0, above, table.largestKey(), 0));
    requireRefused(FileNames.table(first.number()));
    byte[] below = "key 009".getBytes(UTF_8);
    sayOf(first, table -> changed(table, table.entries(), 0, table.smallestKey(), below, 0));
    requireRefused(FileNames.table(first.number()));
  }

  @Test
  void countsThatAreNotTheTables() {
    for (long entries : new long[] {1, 1L << 31, Long.MAX_VALUE}) {
      sayOf(
          tables.getFirst(),
          table -> changed(table, entries, 0, table.smallestKey(), table.largestKey(), 0));
      requireRefused(FileNames.table(tables.getFirst().number()));
    }
  }

  @Test
  void sequencesOfTablesThatWereNeverGivenOut() {
    for (long sequence : new long[] {1L << 40, 1L << 56, Long.MAX_VALUE}) {
      sayOf(tables.getFirst(), table -> table.numbered(sequence));
      requireRefused("the last sequence of " + FileNames.table(tables.getFirst().number()));
    }
  }

  @Test
  void rangeDeletesThatWereNeverMade() {
    byte[] from = {'a'};
    byte[] to = {'z'};
    for (long sequence : new long[] {1L << 40, 1L << 56, Long.MAX_VALUE}) {
      say(entry -> entry, new EditEntry.AddRange(new RangeTombstone(from, to, sequence)));
      requireRefused("the sequence of a range delete");
    }
  }

  @Test
  void aLogFloorThatTheLogHasNotReached() {
    say(entry -> entry, EditEntry.Kind.LOG_FLOOR.of(1L << 50));
    requireRefused("a log floor");
    say(entry -> entry, EditEntry.Kind.LOG_FLOOR.of((1L << 50) + 1));
    requireRefused("a log floor");
  }

  @Test
  void numbersThatNothingCanHold() {
    for (EditEntry entry :
        List.of(
            EditEntry.Kind.LAST_SEQUENCE.of(Long.MAX_VALUE),
            EditEntry.Kind.LAST_SEQUENCE.of(1L << 56),
            EditEntry.Kind.NEXT_FILE.of(1L << 56),
            EditEntry.Kind.NEXT_KEYSPACE.of(1L << 56))) {
      say(any -> any, entry);
      requireRefused("the last of all numbers given out");
    }
  }

  /** It would acknowledge writes that it cannot open with again. */
  @Test
  void aStoreThatIsShortOfNumbersTakesNoWrites() {
    say(entry -> entry, EditEntry.Kind.NEXT_FILE.of((1L << 55) + 1));
    DbFormatException e = assertThrows(DbFormatException.class, () -> Stores.open(disk, OPTIONS));
    assertTrue(String.valueOf(e.getMessage()).contains("Db.openReadOnly"), e::toString);
    Stores.openReadOnly(disk, OPTIONS).close();
  }

  @Test
  void anotherHashSeed() {
    say(
        entry ->
            entry instanceof EditEntry.Identity(long database, long seed)
                ? new EditEntry.Identity(database, seed + 1)
                : entry);
    requireRefused("hash seed");
  }

  /** These take a reading of blocks: only a check tells. */
  @Test
  void whatTakesAReadingIsCheckedByVerify() {
    TableMeta first = tables.getFirst();
    sayOf(
        first,
        table -> changed(table, table.entries(), 1, table.smallestKey(), table.largestKey(), 0));
    requireTold("deletes, by the manifest 1");
    say(
        entry ->
            entry instanceof EditEntry.Checksum(long table, int crc) && table == first.number()
                ? new EditEntry.Checksum(table, crc + 1)
                : entry);
    requireTold(FileNames.table(first.number()) + " has other bytes");
    say(
        entry ->
            entry instanceof EditEntry.AddTable(int level, TableMeta table) && level == 1
                ? new EditEntry.AddTable(0, table)
                : entry instanceof EditEntry.AddTable(int level, TableMeta table) && level == 0
                    ? new EditEntry.AddTable(1, table)
                    : entry);
    requireTold("is read before a newer one of its key");
  }

  private void requireTold(String problem) {
    String problems = Stores.verify(disk).problems().toString();
    assertTrue(problems.contains(problem), problems);
  }
}
