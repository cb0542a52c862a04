package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.ExpiryFunction;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an opening does not name keeps what is stored, and what it names replaces that. */
class KeptOptionsTest {

  /** Every option that is stored, none as by default. */
  private static final DbOptions ALL =
      DbOptions.builder()
          .filter(FilterPolicy.bloom(7))
          .prefixFilter(KeyPrefix.ofLength(3))
          .memTableBytes(8192)
          .blockCacheBytes(1 << 16)
          .blockBytes(512)
          .tableBytes(16384)
          .compression(Compression.NONE)
          .durability(Durability.SYNC)
          .backgroundThreads(2)
          .deleteApplier(false)
          .garbageShare(0.7)
          .logBytesMax(2 << 20)
          .valueFileThreshold(100)
          .timeToLive(Duration.ofDays(1))
          .fifo(1L << 30)
          .build();

  private static final KeyspaceOptions BLOCKS = KeyspaceOptions.builder().blockBytes(2048).build();

  private static final byte[] KEY = {1};

  private final SimulatedDisk disk = new SimulatedDisk();

  private String opened(DbOptions options) {
    try (Db db = Stores.open(disk, options)) {
      assertEquals(db.options().toString(), db.storedOptions());
      return db.options().toString();
    }
  }

  private static String replaced(String line, String name, String value) {
    return line.replaceAll(" " + name + "=\\S+", " " + name + "=" + value);
  }

  @Test
  void nothingGivenKeepsAll(@TempDir Path directory) {
    String stored = opened(ALL);
    assertEquals(stored, opened(DbOptions.defaults()));
    assertEquals(stored, opened(DbOptions.parse("")));
    Db.open(directory, ALL).close();
    Db.open(directory).close();
    try (DbReader db = Db.openReadOnly(directory)) {
      assertEquals(stored, db.storedOptions());
    }
    Db.openExisting(directory, DbOptions.builder().recordLatencies(true).build()).close();
    try (Db db = Db.open(directory)) {
      assertEquals(stored, db.options().toString());
    }
  }

  @Test
  void whatIsGivenReplacesThatAlone() {
    String stored = opened(ALL);
    stored = replaced(stored, "blockBytes", "1024");
    assertEquals(stored, opened(DbOptions.builder().blockBytes(1024).build()));
    stored = replaced(stored, "logBytesMax", "1048576");
    assertEquals(stored, opened(DbOptions.parse("logBytesMax=1048576")));
    stored = replaced(stored, "blockBytes", "2048");
    assertEquals(stored, opened(DbOptions.builder().defaultKeyspace(BLOCKS).build()));
    assertEquals(stored, opened(DbOptions.defaults().toBuilder().build()));
  }

  /** A default that is named is one that is given. */
  @Test
  void defaultsCanBeGiven() {
    opened(ALL);
    assertEquals(
        DbOptions.defaults().toString(), opened(DbOptions.parse(DbOptions.defaults().toString())));
  }

  /** Whose defaults depend on the heap they are opened in, and on the release. */
  @Test
  void whatWasNeverGivenIsNotStored() {
    opened(DbOptions.builder().blockBytes(1024).build());
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      assertEquals("blockBytes=1024", db.options().given());
      assertEquals("blockBytes=1024", db.options().defaultKeyspace().given());
      assertEquals("blockBytes=1024", db.keyspace("a").options().given());
    }
    assertEquals("", DbOptions.defaults().given());
    assertEquals(ALL.toString(), ALL.given().replace(" fifo", " expiry=none fifo"));
  }

  @Test
  void aKeyspaceKeepsWhatIsNotNamed() {
    KeyspaceOptions all = ALL.defaultKeyspace();
    String stored = replaced(all.toString(), "blockBytes", "2048");
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.keyspace("a", all);
      db.keyspace("b", all);
      assertEquals(stored, db.keyspace("a", BLOCKS).options().toString());
      assertEquals(stored, db.keyspace("a", KeyspaceOptions.defaults()).options().toString());
      db.keyspace("default", all);
      db.keyspace("default", BLOCKS);
      assertEquals(stored, db.options().defaultKeyspace().toString());
    }
    try (Db db = Stores.open(disk, DbOptions.builder().keyspace("b", BLOCKS).build())) {
      assertEquals(stored, db.options().defaultKeyspace().toString());
      assertEquals(stored, db.keyspace("a").options().toString());
      assertEquals(stored, db.keyspace("b").options().toString());
    }
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      assertEquals(stored, db.keyspace("b").options().toString());
    }
  }

  /** The options it has already are no change. */
  @Test
  void whatChangesNothingWritesNothing() {
    try (Db db = Stores.open(disk, ALL)) {
      db.keyspace("a", BLOCKS);
      long before = disk.calls();
      db.keyspace("a", BLOCKS);
      db.keyspace("a", KeyspaceOptions.defaults());
      assertEquals(before, disk.calls());
    }
  }

  @Test
  void sizesAreKeptBesideSharedResources() {
    String stored = opened(ALL);
    try (SharedResources shared = SharedResources.builder().build()) {
      DbOptions options = DbOptions.builder().resources(shared).build();
      try (Db db = Stores.openSharing(disk, Stores.PATH, options)) {
        assertEquals(stored, db.options().toString());
      }
    }
    assertEquals(stored, opened(DbOptions.defaults()));
  }

  /** So a store that a large process made opens in a small one, and is as it was in the large. */
  @Test
  void storedSizesThatTheHeapHasNoRoomForAreLeftOutForTheOpening() throws IOException {
    String large = "memTableBytes=8192 blockCacheBytes=1099511627776 blockBytes=512";
    store(large);
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      assertEquals("blockBytes=512", db.options().given());
      assertEquals(DbOptions.parse(large).toString(), db.storedOptions());
      db.keyspace("default", KeyspaceOptions.builder().garbageShare(0.5).build());
    }
    try (DbReader db = Stores.openReadOnly(disk, DbOptions.defaults())) {
      assertEquals(DbOptions.parse(large + " garbageShare=0.5").toString(), db.storedOptions());
    }
    try (Db db = Stores.open(disk, DbOptions.builder().memTableBytes(4096).build())) {
      assertEquals("memTableBytes=4096 blockBytes=512 garbageShare=0.5", db.options().given());
    }
  }

  /** As those of a newer release. */
  @Test
  void whatCannotBeReadIsRefusedUnlessOthersAreGiven() throws IOException {
    store("blockBytes=512 colour=red");
    var refusal =
        assertThrows(DbFormatException.class, () -> Stores.open(disk, DbOptions.defaults()));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("unknown option \"colour\""), message);
    assertTrue(message.contains("name some in the options of the opening"), message);
    try (DbReader db = Stores.openReadOnly(disk, DbOptions.defaults())) {
      assertEquals("blockBytes=512 colour=red", db.storedOptions());
    }
    assertEquals("blockBytes=1024", given(DbOptions.builder().blockBytes(1024).build()));
    assertEquals("blockBytes=1024", given(DbOptions.defaults()));
  }

  /** Those that a newer release has stored beside an open reader. */
  @Test
  void aRefreshThatCannotReadOptionsHoldsNoTables() throws IOException {
    try (Db db = Stores.open(disk, DbOptions.defaults())) {
      db.keyspace("a", BLOCKS).put(KEY, KEY);
      db.put(KEY, KEY);
      db.flush();
    }
    try (DbReader reader = Stores.openReadOnly(disk, DbOptions.defaults())) {
      List<String> tables = openTables();
      SealedManifest manifest = SealedManifest.of(disk);
      edit(new EditEntry.Keyspace(new KeyspaceId(1, "a"), "colour=red"));
      assertThrows(DbFormatException.class, reader::refresh);
      manifest.writeTo(disk);
      Stores.open(disk, DbOptions.defaults()).close();
      reader.refresh(); // opens all tables anew
      assertEquals(tables, openTables());
    }
  }

  private List<String> openTables() {
    return disk.handles().stream().filter(name -> name.endsWith(".sst")).toList();
  }

  private String given(DbOptions options) {
    try (Db db = Stores.open(disk, options)) {
      return db.options().given();
    }
  }

  private void store(String line) throws IOException {
    opened(DbOptions.defaults());
    edit(new EditEntry.OptionsLine(line));
  }

  private void edit(EditEntry edit) throws IOException {
    SealedManifest manifest = SealedManifest.of(disk);
    List<List<EditEntry>> edits = new ArrayList<>(manifest.edits());
    edits.add(List.of(edit));
    new SealedManifest(manifest.number(), edits).writeTo(disk);
  }

  /** A line with all options names expiry=none, too. */
  @Test
  void aWholeLineKeepsTheTimeToLive() {
    Duration day = Duration.ofDays(1);
    String line = DbOptions.builder().timeToLive(day).build().toString();
    KeyspaceOptions parsed = DbOptions.parse(line).defaultKeyspace();
    KeyspaceOptions before =
        KeyspaceOptions.builder().expiry((key, value, now) -> now.plusMillis(1)).build();
    for (KeyspaceOptions over : List.of(KeyspaceOptions.defaults(), before)) {
      assertEquals(day, parsed.over(over).timeToLive());
      assertEquals(ExpiryFunction.NONE, parsed.over(over).expiry());
    }
  }
}
