package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.filter.KeyPrefix;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on one store, from the words of the command line to exit code and output. */
final class StoreCommandsTest {

  @TempDir private Path parent = Path.of("");
  private String dir = "";

  @BeforeEach
  void chooseDirectory() {
    dir = parent.resolve("store").toString();
  }

  private void assertOutput(String expected, Invocation run) {
    assertEquals(0, run.code, run.toString());
    assertEquals(expected, run.out, run.toString());
    assertEquals("", run.err.replace(newStore(), ""), run.toString());
  }

  private String newStore() {
    return "malkoha: made a new store in " + dir + System.lineSeparator();
  }

  @Test
  void aStoreThatIsMadeIsTold() {
    assertEquals(newStore(), Invocation.of("put", dir, "k", "v").err);
    assertEquals("", Invocation.of("put", dir, "k", "w").err);
  }

  /** A command is no reason for tables to be packed and filtered otherwise from then on. */
  @Test
  void whatWritesKeepsTheOptionsOfTheStore() {
    DbOptions own =
        DbOptions.builder()
            .compression(Compression.NONE)
            .prefixFilter(KeyPrefix.ofLength(3))
            .blockBytes(8192)
            .durability(Durability.SYNC)
            .valueFileThreshold(4096)
            .memTableBytes(1 << 20)
            .blockCacheBytes(2 << 20)
            .backgroundThreads(3)
            .logBytesMax(5 << 20)
            .build();
    try (Db db = Db.open(Path.of(dir), own)) {
      db.put(new byte[] {'a'}, new byte[1]);
    }
    assertOutput("", Invocation.of("put", dir, "b", "c"));
    assertOutput("", Invocation.of("delete", dir, "a"));
    assertEquals(0, Invocation.of("compact", dir).code);
    try (DbReader db = Db.openReadOnly(Path.of(dir))) {
      assertEquals(own.toString(), db.storedOptions());
    }
  }

  @Test
  void loadMakesTheKeyspaceAndSaysSo() {
    Invocation run = Invocation.withInput("a\t1\n", "load", dir, "-", "--keyspace", "users");

    assertEquals("loaded 1 entry, skipped 0 malformed lines\n", run.out, run.toString());
    assertTrue(run.err.contains("malkoha: made a new keyspace 'users'"), run.toString());
    assertOutput("1\n", Invocation.of("get", dir, "a", "--keyspace", "users"));
  }

  @Test
  void withoutCurrentEveryCommandSaysThatTheStoreIsDamaged() throws IOException {
    Invocation.of("put", dir, "k", "v");
    Invocation.of("compact", dir);
    Files.delete(Path.of(dir, "CURRENT"));

    for (String command : List.of("verify", "count", "compact", "dump", "stats")) {
      Invocation run = Invocation.of(command, dir);
      assertEquals(3, run.code, run.toString());
      assertTrue(run.err.contains("holds tables but no file named CURRENT"), run.toString());
    }
  }

  @Test
  void aRangeIsCompactedByItself() {
    Invocation.withInput("a\t1\nb\t2\nc\t3\n", "load", dir, "-");
    Invocation.of("delete", dir, "b");

    Invocation run = Invocation.of("compact", dir, "--from", "b");

    assertEquals(0, run.code, run.toString());
    assertTrue(run.out.startsWith("compacted: "), run.toString());
    assertOutput("a\t1\nc\t3\n", Invocation.of("scan", dir));
  }

  @Test
  void helpAndCompletionAreThere() {
    Invocation help = Invocation.of("help", "scan");
    assertEquals(0, help.code, help.toString());
    assertTrue((help.out + help.err).contains("--prefix"), help.toString());
    Invocation script = Invocation.of("completion");
    assertEquals(0, script.code, script.toString());
    assertTrue(script.out.contains("complete -F _complete_malkoha"), script.toString());
    assertTrue(script.out.contains("deleterange"), script.toString());
  }

  @Test
  void aMistakeIsToldOnOneLineAndWhereHelpIs() {
    Map<String, String> told =
        Map.of(
            "frobnicate", "malkoha: there is no command 'frobnicate'; see malkoha --help",
            "get", "malkoha: Missing required parameters: 'DIR', 'KEY'; see malkoha get --help",
            "--no", "malkoha: Unknown option: '--no'; see malkoha --help");
    told.forEach(
        (word, line) ->
            assertEquals(
                "exit 2\n\n" + line + System.lineSeparator(), Invocation.of(word).toString()));
    Invocation option = Invocation.of("explain", "get", "--no", dir, "k");
    assertEquals(
        "malkoha: Unknown option: '--no'; see malkoha explain get --help", option.err.strip());
    Invocation word = Invocation.of("keyspaces", dir, "more");
    assertTrue(word.err.endsWith("; see malkoha keyspaces --help\n"), word.toString());
    assertEquals(1, word.err.lines().count(), word.toString());
  }

  private static void assertFailure(int code, String message, Invocation run) {
    assertEquals(code, run.code, run.toString());
    assertTrue(run.err.contains(message), run.toString());
    assertFalse(run.err.contains("\tat "), run.toString());
    assertEquals("", run.out, run.toString());
  }

  @Test
  void whatIsPutIsGotUntilItIsDeleted() {
    assertOutput("", Invocation.of("put", dir, "k", "v"));
    assertOutput("v\n", Invocation.of("get", dir, "k"));
    assertOutput("", Invocation.of("put", dir, "k", "w", "--sync"));
    assertOutput("w\n", Invocation.of("get", dir, "k"));
    assertOutput("", Invocation.of("delete", dir, "k"));
    assertFailure(1, "not found", Invocation.of("get", dir, "k"));
    assertOutput("", Invocation.of("delete", dir, "k", "--sync"));
  }

  @Test
  void aRangeIsDeletedByOneWrite() {
    Invocation.withInput("a\t1\nab\t2\nb\t3\nc\t4\n", "load", dir, "-");

    assertOutput("", Invocation.of("deleterange", dir, "ab", "c", "--sync"));
    assertOutput("a\t1\nc\t4\n", Invocation.of("scan", dir));
    assertTrue(
        Invocation.of("dump", dir).out.contains("delete range 6162 to 63"), "not in the log");
    assertOutput("", Invocation.of("deleterange", dir, "", "62", "--hex"));
    assertOutput("c\t4\n", Invocation.of("scan", dir));
    assertOutput("", Invocation.of("deleterange", dir, "c", "c"));
    assertOutput("", Invocation.of("deleterange", dir, "d", "a"));
    assertFailure(2, "TO", Invocation.of("deleterange", dir, "d"));
    assertOutput("c\t4\n", Invocation.of("scan", dir));
  }

  @Test
  void countShowsHowManyThereAre() {
    Invocation.withInput("a\t1\nab\t2\nb\t3\nc\t4\n", "load", dir, "-");

    assertOutput("4\n", Invocation.of("count", dir));
    assertOutput("4\n", Invocation.of("count", dir, "--estimate"));
    assertOutput("2\n", Invocation.of("count", dir, "--prefix", "a"));
    assertOutput("2\n", Invocation.of("count", dir, "--from=62", "--hex"));
    assertOutput("1\n", Invocation.of("count", dir, "--from=ab", "--to", "b"));
    assertOutput("0\n", Invocation.of("count", dir, "--from", "x", "--estimate"));
    assertFailure(2, "--prefix", Invocation.of("count", dir, "--prefix", "a", "--to", "b"));
  }

  @Test
  void keysAndValuesMayBeAnyBytes() {
    assertOutput("", Invocation.of("put", dir, "00ff0a", "0009c3285c", "--hex"));
    assertOutput("\\x00\\xff\\n\t\\x00\\t\\xc3(\\\\\n", Invocation.of("scan", dir));
    assertOutput("00ff0a\t0009c3285c\n", Invocation.of("scan", dir, "--hex"));
    assertOutput("0009c3285c\n", Invocation.of("get", dir, "00FF0A", "--hex"));
    assertArrayEquals(
        new byte[] {0, 9, (byte) 0xc3, 0x28, 0x5c},
        Invocation.of("get", dir, "00ff0a", "--hex", "--raw").bytes);
    assertFailure(2, "hexadecimal", Invocation.of("get", dir, "0", "--hex"));
    assertFailure(2, "--hex", Invocation.of("put", dir, "a\uFFFD", "v"));
  }

  /** Java has a replacement character for each byte that the locale does not know. */
  @Test
  void noArgumentIsTakenThatIsNoTextInTheLocale() {
    makeOrders();
    String lost = "\uFFFD\uFFFD";
    for (String[] words :
        new String[][] {
          {"put", dir + lost, "k", "v"},
          {"put", dir, lost, "v"},
          {"put", dir, "k", lost},
          {"put", dir, "k", "v", "--keyspace", lost},
          {"put", dir, "k", "v", "--keyspace=" + lost},
          {"load", dir, "-", "--keyspace", lost},
          {"scan", dir, "--from", lost},
          {"deleterange", dir, "a", lost},
          {"drop", dir, lost, "--yes"},
          {"checkpoint", dir, dir + lost},
          {"dump", dir, lost},
          {lost}
        }) {
      assertFailure(2, "is not text in this locale", Invocation.withInput("a\t1\n", words));
    }
    assertFalse(new File(dir + lost).exists());
    assertOutput("k\tv\n", Invocation.of("scan", dir));
  }

  @Test
  void aValueMayComeFromStandardInput() {
    assertOutput("", Invocation.withInput("two\nlines\n", "put", dir, "k"));
    assertEquals("two\nlines\n", Invocation.of("get", dir, "k", "--raw").out);
  }

  @Test
  void wordsThatLookLikeSomethingElseAreTakenAsTheyAre() {
    assertOutput("", Invocation.of("put", dir, "--", "--hex", "@file"));
    assertOutput("", Invocation.of("put", dir, "", "\"empty\" key"));
    assertOutput("\t\"empty\" key\n--hex\t@file\n", Invocation.of("scan", dir));
  }

  @Test
  void scanShowsWhatItIsAskedFor() {
    Invocation.withInput("a\t1\nab\t2\nb\t3\nc\t4\n", "load", dir, "-");

    assertOutput("a\t1\nab\t2\nb\t3\nc\t4\n", Invocation.of("scan", dir));
    assertOutput("c\t4\nb\t3\nab\t2\na\t1\n", Invocation.of("scan", dir, "--reverse"));
    assertOutput("a\t1\nab\t2\n", Invocation.of("scan", dir, "--prefix", "a"));
    assertOutput("ab\t2\nb\t3\n", Invocation.of("scan", dir, "--from", "ab", "--to", "c"));
    assertOutput(
        "b\nab\n", Invocation.of("scan", dir, "--to=c", "--reverse", "--limit=2", "--keys-only"));
    assertOutput("", Invocation.of("scan", dir, "--limit", "0"));
    assertOutput("", Invocation.of("scan", dir, "--from", "x", "--to", "a"));
    assertFailure(2, "--prefix", Invocation.of("scan", dir, "--prefix", "a", "--from", "a"));
    assertFailure(2, "--limit", Invocation.of("scan", dir, "--limit", "-1"));
  }

  @Test
  void loadReportsBadLinesAndKeepsTheRest() throws IOException {
    Path csv = parent.resolve("in.csv");
    Files.writeString(csv, "key,value\na,1\nbad\n\"b\",\"2,2\"\n", UTF_8);

    Invocation run = Invocation.of("load", dir, csv.toString(), "--header");

    assertEquals(6, run.code, run.toString());
    assertEquals("loaded 2 entries, skipped 1 malformed line\n", run.out);
    assertEquals(
        newStore() + "malkoha: line 3: 1 columns where a key and a value are wanted\n", run.err);
    assertOutput("a\t1\nb\t2,2\n", Invocation.of("scan", dir));
    assertEquals(0, Invocation.withInput("c\t3\n", "load", dir, "-").code);
  }

  @Test
  void anInputThatCannotBeUsedExitsWithTwoAndMakesNoStore() {
    assertFailure(2, "tsv, csv, json or ldb", Invocation.of("load", dir, "-", "--format", "xml"));
    assertFailure(2, "/nowhere.tsv (", Invocation.of("load", dir, parent + "/nowhere.tsv"));
    assertFailure(2, "cannot read the input", Invocation.of("load", dir, parent.toString()));
    assertFalse(new File(dir).exists());
  }

  @Test
  void whatScanShowsLoadReadsBack() {
    Invocation.withInput(
        "{\"key\":\"\\u0000\\t\\\\\\n\u00e4\",\"value\":[1]}\n", "load", dir, "-", "--format=json");
    Invocation shown = Invocation.of("scan", dir);
    String copy = parent.resolve("copy").toString();

    Invocation.withInput(shown.out, "load", copy, "-");

    assertEquals("\\x00\\t\\\\\\nä\t[1]\n", shown.out);
    assertOutput(shown.out, Invocation.of("scan", copy));
  }

  @Test
  void manyBadLinesDoNotFloodTheTerminal() {
    Invocation run = Invocation.withInput("bad\n".repeat(1_000) + "a\t1\n", "load", dir, "-");

    assertEquals(6, run.code);
    assertEquals("loaded 1 entry, skipped 1,000 malformed lines\n", run.out);
    assertEquals(1 + 6, run.err.lines().count(), "a new store, and some lines");
  }

  @Test
  void aFileOfAnotherFormatMakesNoStore() {
    Invocation run = Invocation.withInput("a,1\n".repeat(1_000), "load", dir, "-");

    assertFailure(
        2, "no line is an entry, of 1,000 lines that are no tsv; is --format right?", run);
    assertEquals(7, run.err.lines().count(), run.err);
    assertFalse(new File(dir).exists());
    assertEquals(0, Invocation.withInput("", "load", dir, "-").code);
  }

  @Test
  void theFirstRowIsAnEntryUnlessItIsSaidToBeAHeader() {
    Invocation.withInput("key,value\n", "load", dir, "-", "--format", "csv");
    assertOutput("key\tvalue\n", Invocation.of("scan", dir));
    assertFailure(
        2,
        "--header is for tsv and csv",
        Invocation.withInput("{}\n", "load", dir, "-", "--format", "json", "--header"));
  }

  @Test
  void compactStatsVerifyAndDumpTellOfTheStore() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append("key").append(i).append('\t').append(i).append('\n');
    }
    Invocation.withInput(lines.toString(), "load", dir, "-");

    assertTrue(Invocation.of("compact", dir).out.startsWith("compacted: "));
    assertTrue(Invocation.of("stats", dir).out.contains("3,000"));
    Invocation verified = Invocation.of("verify", dir);
    assertEquals(0, verified.code, verified.toString());
    Invocation dumped = Invocation.of("dump", dir);
    assertEquals(0, dumped.code, dumped.toString());
    assertTrue(dumped.out.contains("== CURRENT\n"), "no CURRENT");
    assertTrue(dumped.out.contains("== MANIFEST-"), "no manifest");
    assertTrue(dumped.out.contains(".sst\n"), "no table");
    assertOutput(
        dumped.out.substring(dumped.out.indexOf("== CURRENT"), dumped.out.indexOf("== MANIFEST")),
        Invocation.of("dump", dir, "CURRENT"));
    assertOutput(
        Invocation.of("dump", dir, "CURRENT").out, Invocation.of("dump", dir + "/CURRENT"));
    assertFailure(2, "is a file, so it has none", Invocation.of("dump", dir + "/CURRENT", "a"));
    assertFailure(
        2, "is a file, so it has none", Invocation.of("dump", dir + "/CURRENT", "--keyspace=a"));
    assertFailure(2, "there is no file", Invocation.of("dump", dir, "000099.sst"));
  }

  @Test
  void damageIsFoundAndExitsWithThree() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append("key").append(i).append("\tvalue ").append(i).append('\n');
    }
    Invocation.withInput(lines.toString(), "load", dir, "-");
    Invocation.of("compact", dir);
    flipByte(table(), 1_000);

    Invocation verified = Invocation.of("verify", dir);
    assertEquals(3, verified.code, verified.toString());
    assertTrue(verified.err.contains(".sst"), verified.toString());
    assertEquals(3, Invocation.of("scan", dir).code);
  }

  private File table() {
    File[] tables = new File(dir).listFiles((folder, name) -> name.endsWith(".sst"));
    assertTrue(tables != null && tables.length == 1, "one table expected");
    return tables[0];
  }

  private static void flipByte(File file, long position) throws IOException {
    try (RandomAccessFile damaged = new RandomAccessFile(file, "rw")) {
      damaged.seek(position);
      int old = damaged.read();
      damaged.seek(position);
      damaged.write(old ^ 0x40);
    }
  }

  @Test
  void aCheckpointIsTakenAndRestored() throws IOException {
    String to = dir + "-backup/one";
    String back = dir + "-back";
    Invocation.of("put", dir, "k", "v");
    Invocation.of("compact", dir);
    Invocation.of("put", dir, "l", "w");
    Invocation taken = Invocation.of("checkpoint", dir, to);
    assertEquals(0, taken.code, "" + taken);
    assertTrue(taken.out.startsWith("checkpoint of write 2: "), "" + taken);
    assertTrue(taken.out.contains(" copied ("), "" + taken);
    Invocation.of("delete", dir, "k");
    assertEquals("k\tv\nl\tw\n", Invocation.of("scan", to).out);
    assertFailure(2, "not empty", Invocation.of("checkpoint", dir, to));
    Invocation restored = Invocation.of("restore", to, back);
    assertEquals(0, restored.code, "" + restored);
    assertTrue(restored.out.startsWith("restored up to write 2: "), "" + restored);
    assertEquals("k\tv\nl\tw\n", Invocation.of("scan", back).out);
    assertEquals(0, Invocation.of("verify", back).code);
    assertFailure(2, "CHECKPOINT", Invocation.of("restore", back, dir + "-no"));
    try (var files = Files.list(Path.of(to))) {
      File table =
          files
              .map(Path::toFile)
              .filter(f -> f.getName().endsWith(".sst"))
              .findFirst()
              .orElseThrow();
      flipByte(table, table.length() / 2);
      assertFailure(3, table.getName(), Invocation.of("restore", to, dir + "-no"));
    }
    Files.createFile(Path.of(to, "UNFINISHED"));
    assertFailure(3, "unfinished", Invocation.of("get", to, "k"));
    assertFalse(new File(dir + "-no").exists());
  }

  @Test
  void aStoreThatIsOpenElsewhereExitsWithFour() {
    try (Db db = Db.open(Path.of(dir))) {
      db.put(new byte[] {'k'}, new byte[] {'v'});
      assertFailure(4, "store", Invocation.of("put", dir, "k", "w"));
      assertFailure(4, "store", Invocation.of("delete", dir, "k"));
      assertFailure(4, "store", Invocation.of("compact", dir));
      assertOutput("v\n", Invocation.of("get", dir, "k")); // readers wait for nobody
      assertFailure(4, "Db.checkpoint", Invocation.of("checkpoint", dir, dir + "-backup"));
    }
  }

  private Map<String, ByteBuffer> files() throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    try (var listed = Files.list(Path.of(dir))) {
      for (Path file : listed.toList()) {
        files.put(
            file.getFileName() + " of " + Files.getLastModifiedTime(file),
            ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  @Test
  void readingChangesNoFile() throws IOException {
    DbOptions options = DbOptions.builder().memTableBytes(8192).build();
    try (Db db = Db.open(Path.of(dir), options)) {
      for (int i = 0; i < 500; i++) {
        db.put(("key" + i).getBytes(UTF_8), ("value" + i).getBytes(UTF_8));
      }
    }
    Map<String, ByteBuffer> before = files();

    assertOutput("value7\n", Invocation.of("get", dir, "key7"));
    assertEquals(500, Invocation.of("scan", dir).out.lines().count());
    Invocation stats = Invocation.of("stats", dir);
    assertTrue(stats.out.contains("options: " + options), stats.toString());
    assertTrue(stats.out.contains("L0 "), stats.toString());
    assertEquals(0, Invocation.of("explain", "get", dir, "key7").code);

    assertEquals(before, files());
  }

  @Test
  void statsPrintsMetricsForPrograms() {
    Invocation.withInput("a\t1\nb\t2\n", "load", dir, "-");
    Invocation.of("compact", dir);

    JsonArray metrics =
        JsonParser.parseString(Invocation.of("stats", dir, "--format", "json").out)
            .getAsJsonObject()
            .getAsJsonArray("metrics");
    Map<String, JsonObject> byName = new HashMap<>();
    metrics.forEach(
        one -> byName.put(one.getAsJsonObject().get("name").getAsString(), one.getAsJsonObject()));
    JsonObject entries = Objects.requireNonNull(byName.get("table.entries"));
    assertEquals("gauge", entries.get("kind").getAsString());
    JsonArray samples = entries.getAsJsonArray("samples");
    assertEquals(2, samples.get(0).getAsJsonObject().get("value").getAsInt());
    JsonObject size = Objects.requireNonNull(byName.get("level.size"));
    JsonObject first = size.getAsJsonArray("samples").get(0).getAsJsonObject();
    assertEquals("0", first.getAsJsonObject("labels").get("level").getAsString());

    String text = Invocation.of("stats", dir, "--format", "prometheus").out;
    assertTrue(
        text.contains("# TYPE malkoha_table_entries gauge\nmalkoha_table_entries 2\n"), text);
    String table = Invocation.of("stats", dir, "--format", "table").out;
    assertTrue(table.matches("(?s).*table\\.entries +2\\R.*"), table);
    Invocation unknown = Invocation.of("stats", dir, "--format", "xml");
    assertEquals(2, unknown.code);
    assertTrue(unknown.err.contains("use one of table, json, prometheus"), unknown.err);
    assertTrue(Invocation.of("stats", "--help").out.contains("--format=FORMAT"));
  }

  @Test
  void statsTellsWhatIsWrongWithAFilter() throws IOException {
    try (Db db = Db.open(Path.of(dir))) {
      for (int i = 0; i < 10_000; i++) {
        db.put(("key" + i).getBytes(UTF_8), new byte[0]);
      }
      db.compact();
      assertEquals("", Invocation.of("stats", dir).err); // also while it is open here
    }
    assertEquals("", Invocation.of("stats", dir).err);

    Invocation stats = withDamagedFilter();

    assertEquals(0, stats.code, stats.toString());
    assertTrue(
        stats.err.contains(table().getName() + " has a filter that is of no use"), stats.err);
    assertOutput("\n", Invocation.of("get", dir, "key7"));
  }

  /** Damages the table at one place after the other until it is the filter that was hit. */
  private Invocation withDamagedFilter() throws IOException {
    for (long at = table().length() - 1_000; at > 0; at -= 1_000) { // it lies behind the blocks
      flipByte(table(), at);
      Invocation stats = Invocation.of("stats", dir);
      if (stats.err.contains("filter")) {
        return stats;
      }
      flipByte(table(), at);
    }
    throw new AssertionError("no place is in the filter");
  }

  @Test
  void explainGetTellsTheWayOfALookUp() {
    Invocation.of("put", dir, "00ff", "616263", "--hex");
    Invocation.of("compact", dir);
    Invocation.of("put", dir, "k", "v");
    Invocation.of("delete", dir, "d");

    Invocation inMemory = Invocation.of("explain", "get", dir, "k");
    assertOutput(inMemory.out, inMemory);
    assertTrue(inMemory.out.startsWith("memtable                 put of 1 byte"), inMemory.out);
    assertTrue(inMemory.out.contains("\n\npresent: 1 byte\n"), inMemory.out);

    Invocation inTable = Invocation.of("explain", "get", dir, "00ff", "--hex");
    assertOutput(inTable.out, inTable);
    assertTrue(inTable.out.contains("filter: maybe; block 0 of 1 from the file: put of 3 bytes"));
    assertTrue(inTable.out.contains("\n\npresent: 3 bytes\nfilters asked 1 (absent 0"));

    Invocation deleted = Invocation.of("explain", "get", dir, "d");
    assertTrue(deleted.out.contains("\n\nabsent: deleted\n"), deleted.out);
    Invocation absent = Invocation.of("explain", "get", dir, "x");
    assertEquals(0, absent.code);
    assertTrue(absent.out.contains("\n\nabsent: no entry of the key\n"), absent.out);
    assertFailure(2, "hexadecimal", Invocation.of("explain", "get", dir, "0", "--hex"));
  }

  @Test
  void explainTakesTheDirectoryInFrontToo() {
    Invocation.of("put", dir, "get", "v");

    assertOutput(
        Invocation.of("explain", "get", dir, "get").out,
        Invocation.of("explain", dir, "get", "get"));
    assertTrue(
        Invocation.of("explain", dir, "get", "--hex", "676574").out.contains("present: 1 byte\n"));
    assertFailure(2, "one DIR and one KEY", Invocation.of("explain", dir, "get", dir, "get"));
    assertFailure(2, "one DIR and one KEY", Invocation.of("explain", "get", dir));
    assertFailure(2, "say what to explain", Invocation.of("explain", dir));
    assertFailure(2, "such as 'explain get DIR KEY'", Invocation.of("explain", "path"));
  }

  @Test
  void readingNeverMakesAStore() {
    for (String command : new String[] {"get", "delete"}) {
      assertEquals(2, Invocation.of(command, dir, "k").code, command);
    }
    assertEquals(2, Invocation.of("deleterange", dir, "k", "l").code);
    assertEquals(2, Invocation.of("explain", "get", dir, "k").code);
    assertEquals(2, Invocation.of("checkpoint", dir, dir + "-backup").code);
    assertEquals(2, Invocation.of("restore", dir, dir + "-back").code);
    for (String command : new String[] {"scan", "count", "stats", "verify", "compact", "dump"}) {
      assertEquals(2, Invocation.of(command, dir).code, command);
    }
    assertFalse(new File(dir).exists());
  }

  private void makeOrders() {
    try (Db db = Db.open(Path.of(dir))) {
      db.put("k".getBytes(UTF_8), "v".getBytes(UTF_8));
      db.keyspace("orders").put("o".getBytes(UTF_8), "1".getBytes(UTF_8));
      db.flush();
    }
  }

  @Test
  void everyCommandKnowsKeyspaces() {
    makeOrders();
    assertOutput("", Invocation.of("put", dir, "p", "2", "--keyspace", "orders"));
    assertOutput("2\n", Invocation.of("get", dir, "p", "--keyspace=orders"));
    assertFailure(1, "not found", Invocation.of("get", dir, "p"));
    assertOutput("o\t1\np\t2\n", Invocation.of("scan", dir, "--keyspace", "orders"));
    assertOutput("k\tv\n", Invocation.of("scan", dir, "--keyspace", "default"));
    assertOutput("2\n", Invocation.of("count", dir, "--keyspace", "orders"));
    Invocation.withInput("q\t3\nr\t4\n", "load", dir, "-", "--keyspace", "orders");
    assertOutput("", Invocation.of("delete", dir, "q", "--keyspace", "orders"));
    assertOutput("", Invocation.of("deleterange", dir, "r", "s", "--keyspace", "orders"));
    assertOutput("o\t1\np\t2\n", Invocation.of("scan", dir, "--keyspace", "orders"));
    String way = Invocation.of("explain", "get", dir, "o", "--keyspace", "orders").out;
    assertTrue(way.contains("put of 1 byte"), way);
    String stats = Invocation.of("stats", dir, "--keyspace", "orders").out;
    assertTrue(stats.lines().anyMatch(l -> l.matches("table.entries +4.*")), stats);
    String both = Invocation.of("stats", dir).out;
    assertTrue(both.lines().anyMatch(l -> l.matches("table.entries +5.*")), both);
    assertEquals(0, Invocation.of("compact", dir, "--keyspace", "orders").code);
    String dump = Invocation.of("dump", dir, "--keyspace", "orders").out;
    assertTrue(dump.contains(".sst") && !dump.contains(".log"), dump);
    String list = Invocation.of("keyspaces", dir).out;
    assertTrue(list.matches("(?s)name .*\ndefault +1 .*\norders +2 .*"), list);
    for (String[] line :
        new String[][] {
          {"get", dir, "k"}, {"put", dir, "k", "v"}, {"scan", dir}, {"stats", dir}, {"dump", dir}
        }) {
      String[] words = java.util.Arrays.copyOf(line, line.length + 2);
      words[line.length] = "--keyspace";
      words[line.length + 1] = "order";
      assertFailure(2, "no keyspace 'order'; there are: default, orders", Invocation.of(words));
    }
  }

  @Test
  void aKeyspaceIsDroppedOnceThatIsSaidTwice() {
    makeOrders();
    assertFailure(2, "--yes", Invocation.of("drop", dir, "orders"));
    assertFailure(2, "there are: default, orders", Invocation.of("drop", dir, "order", "--yes"));
    assertOutput("o\t1\n", Invocation.of("scan", dir, "--keyspace", "orders"));
    assertOutput("", Invocation.of("drop", dir, "orders", "--yes"));
    assertFailure(2, "there are: default", Invocation.of("drop", dir, "orders", "-y"));
    assertFailure(2, "default", Invocation.of("drop", dir, "default", "-y"));
    assertOutput("k\tv\n", Invocation.of("scan", dir));
  }

  @Test
  void aStoreInUseIsLookedAt() {
    makeOrders();
    try (Db db = Db.open(Path.of(dir))) {
      db.put("late".getBytes(UTF_8), "5".getBytes(UTF_8));
      assertOutput("5\n", Invocation.of("get", dir, "late"));
      assertOutput("k\tv\nlate\t5\n", Invocation.of("scan", dir));
      assertEquals(0, Invocation.of("stats", dir).code);
      assertEquals(0, Invocation.of("keyspaces", dir).code);
      assertEquals(0, Invocation.of("explain", "get", dir, "late").code);
      Invocation dump = Invocation.of("dump", dir);
      assertEquals(0, dump.code, dump.toString());
      Invocation verify = Invocation.of("verify", dir);
      assertEquals(0, verify.code, verify.toString());
      assertTrue(verify.err.contains("the store is in use"), verify.toString());
      assertEquals(4, Invocation.of("put", dir, "k", "w").code);
    }
    assertOutput("v\n", Invocation.of("get", dir, "k"));
  }
}
