package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.sstable.block.BlockWriter;
import dev.malkoha.sstable.block.TableFormat;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.index.BlockIndex;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The builder refuses what is no table, and writes what it says it writes. */
class TableBuilderTest {

  private static final TableOptions OPTIONS = Tables.options(512, Codecs.NONE);

  private final Tables tables;

  TableBuilderTest() throws IOException {
    tables = new Tables();
  }

  private TableBuilder builder(String name) throws IOException {
    return new TableBuilder(tables.directory.create(name), Tables.FILE_ID, OPTIONS);
  }

  private static void assertRefused(TableBuilder builder, Entry entry) {
    assertThrows(IllegalArgumentException.class, () -> Tables.add(builder, entry));
  }

  @Test
  void entriesOutOfOrderAreRefusedAndDoNoHarm() throws IOException {
    TableBuilder builder = builder("t");
    Tables.add(builder, Entry.of("b", 5, "first"));
    assertRefused(builder, Entry.of("a", 9, ""));
    assertRefused(builder, Entry.of("b", 5, ""));
    assertRefused(builder, Entry.of("b", 6, ""));
    assertRefused(builder, Entry.of("b", -1, ""));
    assertRefused(builder, Entry.of("", 1, ""));
    Tables.add(builder, Entry.of("b", 4, "second"));
    Tables.add(builder, Entry.of("b\0", 9, "third"));
    assertRefused(builder, Entry.of("b", 3, ""));
    Tables.add(builder, Entry.of("\u00ff", 0, "last"));
    assertRefused(builder, Entry.of("c", 3, ""));
    builder.finish();
    builder.close();
    TableReader table = tables.open("t");
    table.verify();
    assertEquals(4, table.properties().entries());
    assertEquals(3, table.properties().distinctKeys());
  }

  /** It is read as any other; a shorter one is packed. */
  @Test
  void aVeryLongValueIsStoredPlain() throws IOException {
    int longest = (int) BlockWriter.LONGEST_PACKED;
    for (int length : new int[] {longest, longest + 1}) {
      TableOptions packing = Tables.options(512, Codecs.LZ4);
      TableBuilder builder =
          new TableBuilder(tables.directory.create("t" + length), Tables.FILE_ID, packing);
      byte[] value = new byte[length];
      value[length - 1] = 1;
      Tables.add(builder, Entry.of("a", 2, "short"));
      Tables.add(builder, new Entry(new byte[] {'b'}, 1, value));
      long fileBytes = builder.finish().fileBytes();
      builder.close();
      assertEquals(length > longest, fileBytes > length);
      TableReader table = tables.open("t" + length);
      table.verify();
      Lookup found = new Lookup();
      assertTrue(table.get(new byte[] {'b'}, 0, 1, 1, found));
      assertArrayEquals(value, found.takeValue());
    }
  }

  @Test
  void tooLongEntriesAndWrongRangesAreRefused() throws IOException {
    TableBuilder builder = builder("t");
    byte[] bytes = new byte[TableFormat.MAX_KEY_LENGTH + 1];
    assertRefused(builder, new Entry(bytes, 1, new byte[0]));
    assertThrows(IndexOutOfBoundsException.class, () -> builder.add(bytes, -1, 1, 0, bytes, 0, 1));
    assertThrows(
        IndexOutOfBoundsException.class, () -> builder.add(bytes, 0, 1, 0, bytes, bytes.length, 1));
    byte[] huge = new byte[TableFormat.MAX_VALUE_LENGTH + 1];
    assertThrows(
        IllegalArgumentException.class, () -> builder.add(bytes, 0, 1, 0, huge, 0, huge.length));
    Tables.add(builder, Entry.of("still", 1, "works"));
    assertEquals(1, builder.finish().entries());
  }

  @Test
  void aFinishedOrClosedTableTakesNoEntries() throws IOException {
    TableBuilder builder = builder("t");
    Entry entry = Entry.of("a", 1, "");
    builder.finish();
    assertThrows(IllegalStateException.class, () -> Tables.add(builder, entry));
    assertThrows(IllegalStateException.class, builder::finish);
    builder.close();
    builder.close();
    assertThrows(IllegalStateException.class, () -> Tables.add(builder, entry));
  }

  @Test
  void aFileThatIsNotEmptyIsRefused() throws IOException {
    WritableFile file = tables.directory.create("t");
    file.append(new byte[1], 0, 1);
    assertThrows(
        IllegalArgumentException.class, () -> new TableBuilder(file, Tables.FILE_ID, OPTIONS));
  }

  /** Whichever append or force fails, finish does not succeed, and nothing is tried again. */
  @Test
  void aFailedWriteFailsTheTable() throws IOException {
    for (CallKind kind : new CallKind[] {CallKind.APPEND, CallKind.FORCE}) {
      Tables failing = new Tables();
      failing.disk.fail(Fault.at(kind, 0));
      TableBuilder builder =
          new TableBuilder(failing.directory.create("t"), Tables.FILE_ID, OPTIONS);
      assertThrows(IOException.class, () -> addUntilItFails(builder));
      assertThrows(IllegalStateException.class, builder::finish);
      assertThrows(IllegalStateException.class, () -> Tables.add(builder, Entry.of("~", 1, "")));
      builder.close();
    }
  }

  private static void addUntilItFails(TableBuilder builder) throws IOException {
    for (int i = 0; i < 3000; i++) {
      Tables.add(builder, Entry.of("%06d".formatted(i), 1, "v".repeat(100)));
    }
    builder.finish();
  }

  @Test
  void aFinishedTableSurvivesAPowerCut() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>(EntrySets.COUNTED.make(1));
    String name = tables.build(entries, OPTIONS);
    tables.directory.force();
    SimulatedDisk after = tables.disk.crash(CrashState.SYNCED_ONLY, 1);
    TableReader table =
        TableReader.open(
            after.openDirectory(Path.of("tables")).open(name),
            Tables.FILE_ID,
            new BlockCache(0),
            Tables.HASHER);
    table.verify();
    assertEquals(entries.size(), table.properties().entries());
  }

  @Test
  void theFileGetsFewLargeWrites() throws IOException {
    TableBuilder builder = builder("t");
    assertThrows(IllegalStateException.class, () -> finishTwice(builder));
    long bytes = tables.directory.size("t");
    long appends = tables.disk.calls(CallKind.APPEND);
    assertTrue(bytes > 300_000 && appends <= 1 + bytes / 100_000, appends + " for " + bytes);
    assertEquals(1, tables.disk.calls(CallKind.FORCE));
  }

  private static void finishTwice(TableBuilder builder) throws IOException {
    addUntilItFails(builder);
    builder.finish();
  }

  /** What {@link TableBuilder#fileSize} says just before the end is close to the truth. */
  @Test
  void fileSizeForetellsTheFile() throws IOException {
    TableBuilder builder = builder("t");
    long before = 0;
    for (int i = 0; i < 20_000; i++) {
      Tables.add(builder, Entry.of("%06d".formatted(i), 1, "v".repeat(i % 60)));
      assertTrue(builder.fileSize() > before);
      before = builder.fileSize();
    }
    long actual = builder.finish().fileBytes();
    assertEquals(actual, tables.directory.size("t"));
    assertTrue(Math.abs(before - actual) < actual / 50, before + " foretold, is " + actual);
  }

  @Test
  void propertiesAreTheSameWhenReadBack() throws IOException {
    TableBuilder builder = builder("t");
    Tables.add(builder, Entry.of("a", -1, "value"));
    Tables.add(builder, Entry.of("a", 300, "value"));
    Tables.add(builder, Entry.of("bb", 7, ""));
    TableProperties written = builder.finish();
    TableProperties read = tables.open("t").properties();
    assertEquals(written, read);
    assertEquals(written.hashCode(), read.hashCode());
    assertEquals(7, read.smallestTag());
    assertEquals(-1, read.largestTag());
    assertEquals(14, read.rawBytes());
    assertArrayEquals(Entry.bytes("bb"), read.largestKey());
  }

  /** Versions of a key count once; keys that differ in zero bytes at their end count each. */
  @Test
  void theFilterGetsEachDistinctKeyOnce() throws IOException {
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < 500; i++) {
      entries.add(Entry.of("\0".repeat(i % 50), i, "value"));
    }
    TableReader table = tables.open(tables.build(entries, OPTIONS));
    assertEquals(50, table.filter().keys());
    assertEquals("cuckoo", table.filter().kind());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 255, 65_537})
  void blockSizesOutOfRangeAreRefused(int blockBytes) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new TableOptions(
                blockBytes, Codecs.ready(Codecs.NONE), FilterPolicy.none(), Tables.HASHER));
  }

  /** Blocks are as large as they may be, unless an entry alone is larger. */
  @Test
  void blocksKeepToTheirSize() throws IOException {
    for (EntrySets kind : EntrySets.values()) {
      TreeSet<Entry> entries = new TreeSet<>(kind.make(2));
      byte[] bytes = tables.bytes(entries, OPTIONS);
      BlockIndex index = TableParts.read(new HeapFile(bytes), Tables.FILE_ID).index();
      for (int i = 0; i < index.count(); i++) {
        // Keys that end before their heads do are estimated short.
        int slack = Long.BYTES * index.entries(i);
        boolean fits = index.handle(i).rawLength() <= OPTIONS.blockBytes() + slack;
        assertTrue(fits || index.entries(i) == 1, kind + " block " + i);
      }
    }
  }

  @Test
  void aLargeValueIsReadBack() throws IOException {
    byte[] value = new byte[64 << 20];
    for (int i = 0; i < value.length; i += 4096) {
      value[i] = (byte) (i >>> 12);
    }
    TreeSet<Entry> entries = new TreeSet<>();
    entries.add(new Entry(Entry.bytes("large"), 1, value));
    TableReader table = tables.open(tables.build(entries, Tables.options(4096, Codecs.SNAPPY)));
    Lookup lookup = new Lookup();
    assertTrue(table.get(Entry.bytes("large"), 0, 5, -1, lookup));
    assertEquals(value.length, lookup.valueLength);
    for (int i = 0; i < value.length; i += 512) {
      assertEquals(value[i], lookup.buffer[lookup.valueOffset + i]);
    }
  }
}
