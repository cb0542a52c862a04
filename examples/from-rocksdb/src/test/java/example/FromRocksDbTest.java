package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Stores that RocksDB itself wrote go over and back, and what cannot is refused. */
final class FromRocksDbTest {

  private static final List<CompressionType> COMPRESSIONS =
      List.of(
          CompressionType.NO_COMPRESSION,
          CompressionType.SNAPPY_COMPRESSION,
          CompressionType.ZLIB_COMPRESSION,
          CompressionType.BZLIB2_COMPRESSION,
          CompressionType.LZ4_COMPRESSION,
          CompressionType.LZ4HC_COMPRESSION,
          CompressionType.ZSTD_COMPRESSION);

  @TempDir private Path folder;

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @BeforeAll
  static void load() {
    RocksDB.loadLibrary();
  }

  private Path rocks() {
    return folder.resolve("rocks");
  }

  private Path malkoha() {
    return folder.resolve("malkoha");
  }

  private int run(String... args) {
    PrintStream to = new PrintStream(told, true, UTF_8);
    return FromRocksDb.run(List.of(args), to, to);
  }

  private String told() {
    return told.toString(UTF_8);
  }

  /** Puts, overwrites, deletes and range deletes, some of them in tables, the last in the log. */
  private static NavigableMap<String, String> write(
      RocksDB db, ColumnFamilyHandle family, SplittableRandom random) throws RocksDBException {
    NavigableMap<String, String> model = new TreeMap<>();
    for (int i = 0; i < 3_000; i++) {
      String key = "key%04d".formatted(random.nextInt(2_000));
      if (random.nextInt(10) == 0) {
        db.delete(family, key.getBytes(UTF_8));
        model.remove(key);
      } else if (random.nextInt(100) == 0) {
        String to = key + "zz";
        db.deleteRange(family, key.substring(0, 5).getBytes(UTF_8), to.getBytes(UTF_8));
        model.subMap(key.substring(0, 5), to).clear();
      } else {
        String value = "value" + i + "x".repeat(random.nextInt(300));
        db.put(family, key.getBytes(UTF_8), value.getBytes(UTF_8));
        model.put(key, value);
      }
      if (i % 1_000 == 500) {
        try (FlushOptions flush = new FlushOptions()) {
          db.flush(flush, family);
        }
      }
    }
    return model;
  }

  private Map<String, NavigableMap<String, String>> writeAll() throws RocksDBException {
    Map<String, NavigableMap<String, String>> models = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(1);
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, rocks().toString())) {
      models.put("default", write(db, db.getDefaultColumnFamily(), random));
      for (CompressionType compression : COMPRESSIONS) {
        String name = "family-ü-" + compression;
        try (ColumnFamilyOptions own = new ColumnFamilyOptions().setCompressionType(compression);
            ColumnFamilyHandle family =
                db.createColumnFamily(new ColumnFamilyDescriptor(name.getBytes(UTF_8), own))) {
          models.put(name, write(db, family, random));
        }
      }
    }
    return models;
  }

  private Map<String, NavigableMap<String, String>> readMalkoha() {
    Map<String, NavigableMap<String, String>> found = new TreeMap<>();
    try (DbReader db = Db.openReadOnly(malkoha())) {
      for (String name : db.keyspaces()) {
        NavigableMap<String, String> content = new TreeMap<>();
        try (Cursor cursor = db.keyspace(name).scan(KeyRange.all())) {
          while (cursor.next()) {
            content.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
          }
        }
        found.put(name, content);
      }
    }
    return found;
  }

  @Test
  void allGoesOverAndBack() throws RocksDBException {
    Map<String, NavigableMap<String, String>> models = writeAll();
    assertEquals(0, run(rocks().toString(), malkoha().toString()), this::told);
    assertEquals(models, readMalkoha());
    int entries = models.getOrDefault("default", new TreeMap<>()).size();
    assertTrue(told().contains("default: %,d entries, sum".formatted(entries)), this::told);

    assertEquals(0, run("--back", malkoha().toString(), folder.resolve("again").toString()));
    assertEquals(0, run(folder.resolve("again").toString(), folder.resolve("third").toString()));
    try (DbReader first = Db.openReadOnly(malkoha());
        DbReader third = Db.openReadOnly(folder.resolve("third"))) {
      assertEquals(first.keyspaces(), third.keyspaces());
      for (String name : first.keyspaces()) {
        assertEquals(
            first.keyspace(name).count(KeyRange.all()), third.keyspace(name).count(KeyRange.all()));
      }
    }
  }

  @Test
  void whatWasCutShortGoesOn() throws Exception {
    Map<String, NavigableMap<String, String>> models = writeAll();
    PrintStream cut =
        new PrintStream(OutputStream.nullOutputStream()) {
          private int lines;

          @Override
          public void println(String line) {
            if (++lines == 7) {
              throw new IllegalStateException("cut short");
            }
          }
        };
    FromRocksDb first = new FromRocksDb(cut, null, 400);
    assertThrows(IllegalStateException.class, () -> first.over(rocks(), malkoha()));
    try (DbReader db = Db.openReadOnly(malkoha())) {
      assertTrue(db.keyspaces().size() > 2, "something is over, and noted");
    }
    new FromRocksDb(new PrintStream(told, true, UTF_8), null, 400).over(rocks(), malkoha());
    assertEquals(models, readMalkoha());
    assertEquals(2, run(rocks().toString(), malkoha().toString()), "it is over already");
    assertTrue(told().contains("has data already"), this::told);
  }

  @Test
  void mergesNeedTheirOperator() throws RocksDBException {
    try (Options options =
            new Options().setCreateIfMissing(true).setMergeOperatorName("stringappend");
        RocksDB db = RocksDB.open(options, rocks().toString())) {
      db.put("a".getBytes(UTF_8), "1".getBytes(UTF_8));
      db.merge("a".getBytes(UTF_8), "2".getBytes(UTF_8));
      db.merge("b".getBytes(UTF_8), "3".getBytes(UTF_8));
    }
    assertEquals(2, run(rocks().toString(), malkoha().toString()));
    assertTrue(told().contains("--merge-operator"), this::told);
    assertEquals(
        0,
        run("--merge-operator", "stringappend", rocks().toString(), malkoha().toString()),
        this::told);
    assertEquals(Map.of("default", Map.of("a", "1,2", "b", "3")), readMalkoha());
  }

  @Test
  void flushedMergesNeedTheirOperator() throws RocksDBException {
    try (Options options =
            new Options().setCreateIfMissing(true).setMergeOperatorName("stringappend");
        RocksDB db = RocksDB.open(options, rocks().toString());
        FlushOptions flush = new FlushOptions()) {
      db.merge("a".getBytes(UTF_8), "1".getBytes(UTF_8));
      db.flush(flush);
    }
    assertEquals(2, run(rocks().toString(), malkoha().toString()));
    assertTrue(told().contains("--merge-operator"), this::told);
  }

  /** RocksDB itself would leave out the end of the log and say nothing. */
  @Test
  void aLogThatEndsWithinAWriteIsRefused() throws RocksDBException, IOException {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB db = RocksDB.open(options, rocks().toString())) {
      for (int i = 0; i < 100; i++) {
        db.put(("key" + i).getBytes(UTF_8), new byte[100]);
      }
    }
    Path log;
    try (Stream<Path> files = Files.list(rocks())) {
      log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(file.length() - 10);
    }
    assertEquals(2, run(rocks().toString(), malkoha().toString()));
    assertTrue(told().contains("ends within a write"), this::told);
  }

  @Test
  void anotherOrderIsRefused() throws RocksDBException {
    try (Options options =
            new Options()
                .setCreateIfMissing(true)
                .setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
        RocksDB db = RocksDB.open(options, rocks().toString())) {
      db.put("a".getBytes(UTF_8), "1".getBytes(UTF_8));
    }
    assertEquals(2, run(rocks().toString(), malkoha().toString()));
    assertTrue(told().contains("order of keys of its own"), this::told);
  }

  @Test
  void aStoreThatIsOpenElsewhereIsRefused() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Holder.class.getName(), rocks().toString()));
    Process holder = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      assertEquals('o', holder.getInputStream().read(), "it says when it is open");
      assertEquals(2, run(rocks().toString(), malkoha().toString()));
      assertTrue(told().contains("is open elsewhere"), this::told);
    } finally {
      holder.getOutputStream().close();
      holder.waitFor();
    }
    assertEquals(0, run(rocks().toString(), malkoha().toString()), this::told);
  }

  /** Holds a store open until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws RocksDBException, IOException {
      try (Options options = new Options().setCreateIfMissing(true);
          RocksDB db = RocksDB.open(options, args[0])) {
        db.put("a".getBytes(UTF_8), "1".getBytes(UTF_8));
        System.out.println("open");
        System.in.read();
      }
    }
  }

  @Test
  void whatIsNoStoreIsSaid() {
    assertEquals(2, run());
    assertEquals(2, run(folder.toString(), malkoha().toString()));
    assertTrue(told().contains("is no store of RocksDB"), this::told);
  }

  @Test
  void anOpeningByMistakeNamesRocksDb() throws RocksDBException {
    writeAll();
    DbNotFoundException e =
        assertThrows(DbNotFoundException.class, () -> Db.open(rocks(), DbOptions.defaults()));
    assertTrue(String.valueOf(e.getMessage()).contains("a store of RocksDB"), e::getMessage);
    assertThrows(DbNotFoundException.class, () -> Db.openReadOnly(rocks()));
  }
}
