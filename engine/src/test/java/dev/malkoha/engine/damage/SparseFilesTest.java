package dev.malkoha.engine.damage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.tools.VerifyReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are long and hold nothing: what reading a store takes is bounded by what is in it, not
 * by lengths that somebody has set.
 */
class SparseFilesTest {

  private static final long MOST_BYTES = 64 << 20;
  private static final int KEYSPACES = 60_000;
  private static final byte[] KEY = "key".getBytes(UTF_8);

  @TempDir private Path folder;
  private Path store;
  private final Effort effort = new Effort();

  @BeforeEach
  void makeAStore() {
    store = folder.resolve("store");
    try (Db db = Db.open(store)) {
      db.put(KEY, KEY);
      db.flush();
      db.put(KEY, KEY);
    }
  }

  private static void stretch(Path file, long bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(bytes);
    }
  }

  private <T> T within(Supplier<T> reading) {
    T result = effort.measure(reading);
    effort.requireWithin(MOST_BYTES);
    return result;
  }

  /** Its 16 GB were read, by each opening and check. */
  @Test
  void anUnknownLogIsSetAsideUnread() throws IOException {
    Path unknown = store.resolve("000777.log");
    stretch(unknown, 16L << 30);
    VerifyReport report = within(() -> StoreTools.verify(store));
    assertTrue(report.problems().toString().contains("000777.log is longer than any segment"));
    try (DbReader db = within(() -> Db.openReadOnly(store))) {
      assertArrayEquals(KEY, db.get(KEY));
      assertEquals("000777.log", db.problems().getFirst().file());
      assertEquals(Problem.Kind.LOG, db.problems().getFirst().kind());
    }
    try (Db db = within(() -> Db.open(store))) {
      assertArrayEquals(KEY, db.get(KEY));
      assertEquals("000777.log", db.problems().getFirst().file());
      assertEquals(Problem.Kind.LOG, db.problems().getFirst().kind());
    }
    assertTrue(Files.exists(store.resolve("set-aside").resolve("000777.log")));
    assertTrue(StoreTools.verify(store).problems().isEmpty());
  }

  @Test
  void aManifestOfMuchNothingIsRefusedUnread() throws IOException {
    Path manifest = manifest();
    stretch(manifest, 1000L << 20);
    for (Supplier<OpenStore> opening :
        List.<Supplier<OpenStore>>of(() -> Db.open(store), () -> Db.openReadOnly(store))) {
      DbCorruptionException e =
          within(() -> assertThrows(DbCorruptionException.class, opening::get));
      assertTrue(String.valueOf(e.getMessage()).contains(manifest.getFileName().toString()));
      assertTrue(String.valueOf(e.getMessage()).contains("1,048,576,000"), e::toString);
    }
    assertEquals(1, within(() -> StoreTools.verify(store)).problems().size());
  }

  /** One that CURRENT does not name is looked at for its header alone. */
  @Test
  void aManifestOfALaterNumberIsNotReadWhole() throws IOException {
    stretch(store.resolve(FileNames.manifest(999)), 1000L << 20);
    try (DbReader db = within(() -> Db.openReadOnly(store))) {
      assertArrayEquals(KEY, db.get(KEY));
    }
  }

  private Path manifest() throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("MANIFEST-"))
          .findAny()
          .orElseThrow();
    }
  }

  @Test
  void aListOfMuchNothingIsRefusedUnread() throws IOException {
    Path checkpoint = folder.resolve("checkpoint");
    try (Db db = Db.open(store)) {
      db.checkpoint(checkpoint);
    }
    stretch(checkpoint.resolve(FileNames.CHECKPOINT), 255L << 20);
    DbCorruptionException e =
        within(() -> assertThrows(DbCorruptionException.class, () -> Checkpoint.read(checkpoint)));
    assertTrue(String.valueOf(e.getMessage()).contains("CHECKPOINT"), e::toString);
  }

  /** Each was looked for among all that came before. */
  @Test
  void manyKeyspacesAreReadInLinearTime() {
    List<EditEntry> entries = new ArrayList<>(List.of(new EditEntry.Identity(1, 2)));
    for (int i = 1; i <= KEYSPACES; i++) {
      entries.add(new EditEntry.Keyspace(new KeyspaceId(i, "keyspace " + i), ""));
    }
    SimulatedDisk disk = new SimulatedDisk();
    new SealedManifest(1, List.of(entries)).writeTo(disk);
    VerifyReport report = effort.measure(() -> Stores.verify(disk));
    assertEquals(List.of(), report.problems());
    effort.requireWithin(Long.MAX_VALUE);
  }

  /** It said to remove it. */
  @Test
  void aLinkInPlaceOfATableIsNotToBeRemoved() throws IOException {
    Path table;
    try (Stream<Path> files = Files.list(store)) {
      table = files.filter(file -> file.toString().endsWith(".sst")).findAny().orElseThrow();
    }
    Path elsewhere = Files.move(table, folder.resolve("moved.sst"));
    Files.createSymbolicLink(table, elsewhere);
    Exception e = assertThrows(RuntimeException.class, () -> Db.open(store).close());
    assertTrue(String.valueOf(e.getMessage()).contains("put the file itself in its place"));
  }
}
