package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.beside.BesideWriter;
import dev.malkoha.engine.beside.Between;
import dev.malkoha.engine.beside.Chronicle;
import dev.malkoha.engine.beside.Chronicle.Content;
import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One history of a store of which checkpoints are taken while it goes on. Its steps come between
 * the calls that a checkpoint makes in its own directory, where no lock is held that they need: at
 * places, and as many, as the seed alone says.
 */
final class CheckpointHistory {

  private static final int CHECKPOINTS = 3;
  private static final int STEPS = 60;

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(12 << 10)
          .tableBytes(4096)
          .blockBytes(256)
          .blockCacheBytes(32 << 10)
          .compression(Compression.NONE)
          .garbageShare(1)
          .build();

  private final SplittableRandom random;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final Chronicle chronicle = new Chronicle();
  private final Meanwhile meanwhile;
  private final boolean copies;
  private final BesideWriter writer;
  private int moved;

  CheckpointHistory(long seed) {
    this.random = new SplittableRandom(seed);
    this.meanwhile = new Meanwhile(disk, chronicle, random.split());
    int sharing = random.nextInt(4);
    this.copies = sharing == 0;
    if (copies) {
      disk.refuseLinks();
    }
    Disk seen = withStepsBetween();
    this.writer =
        new BesideWriter(
            sharing == 1 ? SharedFilesTest.withoutLinksFromTheStore(seen) : seen,
            OPTIONS,
            chronicle,
            random.split());
  }

  private Disk withStepsBetween() {
    return new WrappedDisk(
        disk,
        directory ->
            directory.path().equals(Stores.PATH)
                ? directory
                : Between.calls(directory, meanwhile::run));
  }

  /** How often the store came to a later moment while a checkpoint of it was taken. */
  int moved() {
    return moved;
  }

  void run() {
    for (int number = 0; number < CHECKPOINTS; number++) {
      writer.go(random.nextInt(STEPS));
      take(Path.of("/backup/" + number));
    }
    if (copies) {
      refuseDamaged();
    }
    writer.close();
    assertEquals(List.of(), Stores.verify(disk).problems());
    assertEquals(List.of(), disk.handles());
  }

  private void take(Path to) {
    int from = chronicle.ended();
    meanwhile.begin(writer::go);
    Checkpoint taken = writer.checkpoint(to);
    Meanwhile.Cut cut = meanwhile.end();
    int until = chronicle.begun();
    moved += until > from ? 1 : 0;
    SimulatedDisk left = random.nextBoolean() ? disk.kill() : Meanwhile.crash(disk, random);
    Content found = look(left, to);
    checkMoment(found, from, until);
    Checkpoint read = Stores.readCheckpoint(left, to);
    assertEquals(taken.files(), read.files());
    assertEquals(taken.sequence(), read.sequence());
    if (random.nextInt(3) == 0) {
      checkGoesOn(left, to, found);
    }
    if (cut != null) {
      checkCut(cut, to, from);
    }
  }

  private void checkMoment(Content found, int from, int until) {
    assertTrue(
        chronicle.find(found, from, until) >= 0,
        () -> "none of the moments " + from + " to " + until + ": " + found);
  }

  /** What a checkpoint holds, which is without a fault. */
  private static Content look(SimulatedDisk on, Path path) {
    Checkpoint checkpoint = Stores.readCheckpoint(on, path);
    assertEquals(List.of(), checkpoint.verify());
    assertEquals(List.of(), Stores.verify(on, path).problems());
    try (DbReader db = Stores.openReadOnly(on, path, OPTIONS)) {
      assertEquals(List.of(), db.problems());
      Content content = Content.of(db);
      assertEquals(BesideWriter.sequence(content), checkpoint.sequence());
      return content;
    }
  }

  /** A checkpoint that is opened for writing is a store like any other. */
  private static void checkGoesOn(SimulatedDisk on, Path path, Content found) {
    try (Db db = Stores.open(on, path, OPTIONS, Workers.inline(), false)) {
      assertEquals(List.of(), db.problems());
      assertEquals(found, Content.of(db));
      db.keyspace("k1").delete(Contents.bytes("key1"));
      db.compact();
      db.awaitIdle();
    }
    assertEquals(List.of(), Stores.verify(on, path).problems());
  }

  /** A power cut leaves a whole checkpoint, or none and one can be taken in its place. */
  private void checkCut(Meanwhile.Cut cut, Path path, int from) {
    if (opens(cut.disk(), path)) {
      checkMoment(look(cut.disk(), path), from, cut.until());
    } else {
      try (Db db = Stores.open(cut.disk(), OPTIONS)) {
        db.checkpoint(path);
        assertEquals(Content.of(db), look(cut.disk(), path));
      }
    }
  }

  private static boolean opens(SimulatedDisk on, Path path) {
    try {
      Stores.openReadOnly(on, path, OPTIONS).close();
      return true;
    } catch (DbException e) {
      return false;
    }
  }

  /** Where a table is copied that is damaged there is no checkpoint. */
  private void refuseDamaged() {
    List<String> tables =
        writer.checkpoint(Path.of("/backup/sound")).files().stream()
            .map(Checkpoint.File::name)
            .filter(name -> name.endsWith(".sst"))
            .toList();
    if (!tables.isEmpty()) {
      String table = tables.get(random.nextInt(tables.size()));
      Path path = Path.of("/backup/damaged");
      FilesAtRest files = disk.filesAtRest(Stores.PATH);
      long bit = random.nextLong(Byte.SIZE * (long) length(files, table));
      flip(files, table, bit);
      assertThrows(DbCorruptionException.class, () -> writer.checkpoint(path));
      assertFalse(disk.isDirectory(path));
      flip(files, table, bit);
    }
  }

  private static int length(FilesAtRest files, String name) {
    try {
      return files.read(name).length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void flip(FilesAtRest files, String name, long bit) {
    try {
      files.flipBit(name, bit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
