package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.ByteWriter;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.sim.HeapFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The worked example of docs/format/table.md is what the code writes and reads. */
class GoldenTableTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "table.md");
  private static final Pattern BYTES = Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)");
  private static final Pattern INDENTED = Pattern.compile("(?m)^  ((?:[0-9a-f]{2} ?)+) *\\|");
  private static final KeyHasher HASHER = new KeyHasher(2026);

  private static byte[] example() throws IOException {
    String page = Files.readString(PAGE);
    Matcher lines = BYTES.matcher(page.substring(page.indexOf("## Example")));
    String hex = lines.results().map(line -> line.group(1)).collect(Collectors.joining(" "));
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static SortedSet<Entry> entries() {
    SortedSet<Entry> entries = new TreeSet<>();
    entries.add(Entry.of("apple pie", 0x0203, "two"));
    entries.add(Entry.of("apple pie", 0x0102, "one"));
    entries.add(Entry.of("apple tart with cream", 0x0201, "three"));
    entries.add(Entry.of("apples", 0x0100, ""));
    return entries;
  }

  @Test
  void theExampleIsWhatIsWritten() throws IOException {
    TableOptions options =
        new TableOptions(4096, Codecs.ready(Codecs.NONE), FilterPolicy.none(), HASHER);
    byte[] written = new Tables().bytes(entries(), options);
    HexFormat hex = HexFormat.of();
    assertEquals(hex.formatHex(example()), hex.formatHex(written));
  }

  @Test
  void theExampleIsRead() throws IOException {
    TableReader table =
        TableReader.open(new HeapFile(example()), 7, new BlockCache(1 << 16), HASHER);
    table.verify();
    Lookup lookup = new Lookup();
    for (Entry entry : entries()) {
      assertTrue(table.get(entry.key(), 0, entry.key().length, entry.tag(), lookup));
      assertEquals(entry.tag(), lookup.tag);
      assertEquals(entry.value().length, lookup.valueLength);
    }
  }

  @Test
  void theExampleOfPrefixesIsWhatIsWritten() throws IOException {
    KeyPrefix rule = KeyPrefix.upTo((byte) ' ');
    TableOptions options =
        new TableOptions(4096, Codecs.ready(Codecs.NONE), FilterPolicy.cuckoo(0.01), HASHER, rule);
    byte[] written = new Tables().bytes(entries(), options);
    TableReader table = TableReader.open(new HeapFile(written), 7, new BlockCache(0), HASHER);
    table.verify();
    TableProperties properties = table.properties();
    ByteWriter block = new ByteWriter(128);
    properties.encode(block);
    HexFormat hex = HexFormat.of();
    String encoded = hex.formatHex(block.array(), 0, block.length());
    assertTrue(hex.formatHex(written).contains(encoded));
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## Prefixes"), page.indexOf("## What a reader"));
    String shown =
        INDENTED
            .matcher(section)
            .results()
            .map(line -> line.group(1))
            .collect(Collectors.joining());
    String tail = shown.replace(" ", "");
    assertEquals(tail, encoded.substring(encoded.length() - tail.length()));
    assertEquals(1, properties.prefixes());
    assertEquals(rule, properties.prefix());
  }
}
