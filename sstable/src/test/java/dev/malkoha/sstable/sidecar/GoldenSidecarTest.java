package dev.malkoha.sstable.sidecar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.sstable.Deletions;
import dev.malkoha.sstable.Entry;
import dev.malkoha.sstable.TableOptions;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.sstable.Tables;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.tools.table.SidecarDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The worked example of docs/format/sidecar.md is what the code writes, reads and prints. */
class GoldenSidecarTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "sidecar.md");
  private static final Pattern BYTES = Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)");
  private static final KeyHasher HASHER = new KeyHasher(2026);
  private static final long SIDECAR = 9;
  private static final String TEXT =
      """
      sidecar bytes: version 2, 2 sections, 125 bytes
      section of table 3: offset 24, 49 bytes, checksum 4a3a7125
        entries 5, dead 3, dead keys 2
        dead: entries 0 to 2
        removal: bucket 0, fingerprint 136
        removal: bucket 0, fingerprint 7a8
      section of table 4: offset 73, 36 bytes, checksum e39e89f4
        entries 12, dead 8, dead keys 8
        dead: entries 2 to 9
      """;

  private final Tables tables;
  private final TableReader filtered;
  private final TableReader unfiltered;

  GoldenSidecarTest() throws IOException {
    tables = new Tables();
    TreeSet<Entry> entries = new TreeSet<>();
    entries.add(Entry.of("ant", 7, "a".repeat(300)));
    entries.add(Entry.of("bee", 9, "new"));
    entries.add(Entry.of("bee", 4, "old"));
    entries.add(Entry.of("cat", 2, "purr"));
    entries.add(Entry.of("dog", 5, "woof"));
    filtered = table(entries, FilterPolicy.cuckoo(0.002));
    entries.clear();
    for (char letter = 'a'; letter <= 'l'; letter++) {
      entries.add(Entry.of(String.valueOf(letter), 1, ""));
    }
    unfiltered = table(entries, FilterPolicy.none());
  }

  private TableReader table(SortedSet<Entry> entries, FilterPolicy policy) throws IOException {
    byte[] bytes =
        tables.bytes(entries, new TableOptions(256, Codecs.ready(Codecs.NONE), policy, HASHER));
    return TableReader.open(new HeapFile(bytes), Tables.FILE_ID, new BlockCache(1 << 16), HASHER);
  }

  private static TableDeletions deletions(TableReader table, int... ordinals) throws IOException {
    BitSet dead = new BitSet();
    for (int ordinal : ordinals) {
      dead.set(ordinal);
    }
    return Deletions.of(table, HASHER, dead);
  }

  /** The bytes of the page. */
  private static byte[] example() throws IOException {
    Matcher lines = BYTES.matcher(Files.readString(PAGE));
    String hex = lines.results().map(line -> line.group(1)).collect(Collectors.joining(" "));
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private TableDeletions three() throws IOException {
    return deletions(filtered, 0, 1, 2);
  }

  private TableDeletions four() throws IOException {
    return deletions(unfiltered, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void theExampleIsWhatIsWrittenAndRead() throws IOException {
    Sidecar sidecar = new Sidecar(tables, SIDECAR);
    SidecarSection first = sidecar.add(3, three(), filtered);
    SidecarSection second = sidecar.add(4, four(), unfiltered);
    HexFormat hex = HexFormat.of();
    assertEquals(hex.formatHex(example()), hex.formatHex(sidecar.bytes()));
    HeapFile file = new HeapFile(example());
    assertEquals(three(), SidecarReader.read(file, SIDECAR, first, 3, filtered));
    assertEquals(four(), SidecarReader.read(file, SIDECAR, second, 4, unfiltered));
  }

  @Test
  void theExampleIsPrinted() throws IOException {
    StringBuilder text = new StringBuilder();
    SidecarDump.write(new HeapFile(example()), SIDECAR, text);
    assertEquals(TEXT, text.toString());
  }
}
