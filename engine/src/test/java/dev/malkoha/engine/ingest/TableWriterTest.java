package dev.malkoha.engine.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.TableWriter;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that table writers make: what they refuse to hold, and how a store takes them. */
class TableWriterTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(TableWriterTest.class);
  private static final KeyspaceOptions SMALL = KeyspaceOptions.builder().blockBytes(256).build();

  @TempDir private Path directory;

  private Db db;

  @BeforeEach
  void open() {
    Path data = directory.resolve("data");
    db = Stores.open(FileDisk.INSTANCE, data, DbOptions.defaults(), Workers.inline(), true);
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private Path write(String name, KeyspaceOptions options, int from, int to) {
    Path file = directory.resolve("made").resolve(name);
    try (TableWriter writer = TableWriter.create(file, options)) {
      for (int i = from; i < to; i++) {
        writer.put(key(i), ("value " + i).getBytes(UTF_8));
      }
      writer.finish();
      assertEquals(to - from, writer.entries());
    }
    return file;
  }

  @Test
  void filesAreCopiedAndStay() throws IOException {
    Path second = write("b", SMALL, 500, 900);
    Path first =
        write("a", KeyspaceOptions.builder().compression(Compression.NONE).build(), 0, 500);
    Path none = write("c", SMALL, 0, 0);
    byte[] before = Files.readAllBytes(first);
    db.put(key(3), new byte[1]);
    Ingestion done = db.ingestFiles(List.of(second, none, first));
    assertEquals(900, done.entries());
    assertEquals(0, done.replaced());
    assertArrayEquals("value 3".getBytes(UTF_8), db.get(key(3)));
    assertArrayEquals("value 899".getBytes(UTF_8), db.get(key(899)));
    assertArrayEquals(before, Files.readAllBytes(first));
    assertEquals(900, db.ingestFiles(List.of(first, second)).entries());
  }

  /** They can go below level 0, so that they need not be large. */
  @Test
  void filesOnBothSidesOfWhatIsThereMakeTablesOfTheUsualSize() {
    KeyspaceOptions options = KeyspaceOptions.builder().tableBytes(4096).build();
    List<Path> files = List.of(write("a", SMALL, 0, 4000), write("b", SMALL, 8000, 12_000));
    Ingestion alone = db.keyspace("alone", options).ingestFiles(files);
    Keyspace around = db.keyspace("around", options);
    around.put(key(6000), key(0));
    db.flush();
    assertEquals(alone.tables(), around.ingestFiles(files).tables());
  }

  @Test
  void nothingIsAddedOfNothing() {
    assertEquals(new Ingestion(0, 0, 0, 0), db.ingestFiles(List.of()));
    assertEquals(new Ingestion(0, 0, 0, 0), db.ingestFiles(List.of(write("none", SMALL, 0, 0))));
  }

  @Test
  void keysMustAscend() {
    try (TableWriter writer = TableWriter.create(directory.resolve("file"), SMALL)) {
      writer.put(key(5), new byte[0]);
      assertThrows(IllegalArgumentException.class, () -> writer.put(key(4), new byte[0]));
      assertThrows(IllegalArgumentException.class, () -> writer.put(key(5), new byte[0]));
      assertThrows(IllegalArgumentException.class, () -> writer.put(new byte[65_536], new byte[0]));
      writer.put(key(6), new byte[0]);
      writer.finish();
      assertEquals(2, writer.entries());
      assertThrows(IllegalStateException.class, () -> writer.put(key(7), new byte[0]));
      assertThrows(IllegalStateException.class, writer::finish);
    }
    assertEquals(2, db.ingestFiles(List.of(directory.resolve("file"))).entries());
  }

  @Test
  void aFileThatIsNotFinishedIsRemoved() {
    Path file = directory.resolve("file");
    try (TableWriter writer = TableWriter.create(file, SMALL)) {
      writer.put(key(5), new byte[0]);
      assertTrue(Files.exists(file));
      assertThrows(DbIoException.class, () -> TableWriter.create(file, SMALL));
    }
    assertFalse(Files.exists(file));
  }

  @Test
  void filesMayNotOverlap() {
    Path first = write("a", SMALL, 0, 101);
    Path second = write("b", SMALL, 100, 200);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> db.ingestFiles(List.of(second, first)));
    assertTrue(e.getMessage().contains(first.toString()), e.getMessage());
    assertNull(db.get(key(7)));
    db.ingestFiles(List.of(first));
    db.ingestFiles(List.of(second));
    assertArrayEquals("value 100".getBytes(UTF_8), db.get(key(100)));
  }

  @Test
  void aMissingFileIsNamed() {
    Path good = write("a", SMALL, 0, 10);
    Path missing = directory.resolve("made").resolve("missing");
    DbIoException e =
        assertThrows(DbIoException.class, () -> db.ingestFiles(List.of(good, missing)));
    assertTrue(e.getMessage().contains("missing"), e.getMessage());
    assertNull(db.get(key(7)));
  }

  @Test
  void aStoresOwnTableIsRefused() throws IOException {
    db.put(key(1), new byte[10]);
    db.flush();
    try (Stream<Path> files = Files.list(directory.resolve("data"))) {
      Path table = files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
      assertThrows(DbCorruptionException.class, () -> db.ingestFiles(List.of(table)));
    }
  }

  /** Whatever byte is changed, and wherever the file ends. */
  @Test
  void aDamagedFileIsRefusedAndNothingOfAnyIsAdded() throws IOException {
    Path good = write("a", SMALL, 0, 50);
    Path file = write("b", SMALL, 50, 120);
    byte[] sound = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(SEED);
    List<Path> both = List.of(good, file);
    for (int at = 0; at < sound.length; at += Trials.oneIn(1)) {
      byte[] damaged = sound.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      int place = at;
      assertThrows(
          DbCorruptionException.class,
          () -> db.ingestFiles(both),
          () -> "byte " + place + ", " + REPLAY);
    }
    for (int length = 0; length < sound.length; length += 1 + random.nextInt(40)) {
      Files.write(file, Arrays.copyOf(sound, length));
      assertThrows(DbCorruptionException.class, () -> db.ingestFiles(both));
    }
    assertNull(db.get(key(7)));
    Files.write(file, sound);
    assertEquals(120, db.ingestFiles(both).entries());
  }
}
