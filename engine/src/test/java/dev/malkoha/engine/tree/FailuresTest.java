package dev.malkoha.engine.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.TableWriter;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file system refuses is told as what it is: the path, the reason, and what to do. */
final class FailuresTest {

  @TempDir private Path parent;

  private static String message(DbException failure) {
    return String.valueOf(failure.getMessage());
  }

  private static void assertSays(DbException failure, Object... words) {
    for (Object word : words) {
      assertTrue(message(failure).contains(word.toString()), message(failure));
    }
    assertFalse(message(failure).contains("checkpoint"), message(failure));
  }

  private static void assertCannotOpen(Path path, Object... words) {
    assertSays(assertThrows(DbIoException.class, () -> Db.open(path)), words);
  }

  private static DbIoException of(IOException cause) {
    return assertInstanceOf(DbIoException.class, Failures.of(cause));
  }

  @Test
  void aPathBelowAFile() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertCannotOpen(file, file + " is not a directory", "choose another path");
    assertCannotOpen(file.resolve("x/y"), file + " is not a directory", "choose another path");
    assertThrows(
        DbNotFoundException.class, () -> Db.openExisting(file.resolve("x"), DbOptions.defaults()));
    assertThrows(
        DbNotFoundException.class, () -> Db.openReadOnly(file.resolve("x"), DbOptions.defaults()));
  }

  @Test
  void aNameTooLong() {
    Path path = parent.resolve("a".repeat(300));

    assertCannotOpen(path, path, "too long", "choose a shorter path");
    assertThrows(DbNotFoundException.class, () -> Db.openExisting(path, DbOptions.defaults()));
  }

  /** The file system of processes lets nobody make a directory, and says "no such file". */
  @Test
  void aPlaceWhereNoDirectoryCanBeMade() {
    Path path = Path.of("/proc/malkoha");
    assumeTrue(Files.isDirectory(Path.of("/proc")), "no /proc here");

    assertCannotOpen(path, path + " cannot be made there", "choose another path");
    assertCannotOpen(path.resolve("x"), path + " cannot be made there");
  }

  @Test
  void aDirectoryWithoutPermission() throws IOException {
    assumeTrue(parent.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path closed = Files.createDirectory(parent.resolve("closed"));
    Files.createDirectory(closed.resolve("x"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    assumeTrue(!Files.isReadable(closed), "this user may do everything");

    assertCannotOpen(closed, "no permission for " + closed, "let this user have it");
    assertCannotOpen(closed.resolve("x"), "no permission for " + closed);
    assertSays(
        assertThrows(
            DbIoException.class, () -> Db.openReadOnly(closed.resolve("x"), DbOptions.defaults())),
        "no permission for " + closed);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
  }

  /** A name with more digits than are given out says nothing about the numbers that are free. */
  @Test
  void aStrayFileOfAHugeNumberDoesNotUseUpTheNumbers() throws IOException {
    Path path = parent.resolve("stray");
    Db.open(path).close();
    Files.writeString(path.resolve("99999999999999999.sst"), "no table");
    for (byte i = 0; i < 3; i++) {
      try (Db db = Db.open(path)) {
        db.put(new byte[] {1}, new byte[] {i});
      }
    }
    try (DbReader db = Db.openReadOnly(path, DbOptions.defaults())) {
      assertArrayEquals(new byte[] {2}, db.get(new byte[] {1}));
    }
  }

  /** What somebody made is not what the store has lost. */
  @Test
  void anEmptyStrayFileIsToldForWhatItIs() throws IOException {
    Path path = parent.resolve("empty");
    Db.open(path).close();
    Files.createFile(path.resolve("000777.sst"));
    String told = "000777.sst is empty, and the manifest does not know it";
    try (DbReader db = Db.openReadOnly(path)) {
      assertStray("000777.sst", told, db.problems());
    }
    try (Db db = Db.open(path)) {
      assertStray("000777.sst", told, db.problems());
    }
  }

  private static void assertStray(String file, String told, List<Problem> problems) {
    assertEquals(1, problems.size(), problems::toString);
    assertEquals(Problem.Kind.UNKNOWN_FILE, problems.getFirst().kind());
    assertEquals(file, problems.getFirst().file());
    assertTrue(problems.getFirst().toString().startsWith(told), problems::toString);
  }

  /** The system follows a link before it goes up. */
  @Test
  void aPathIsTheSystemsForWritingAndForReading() throws IOException {
    Path inner = Files.createDirectories(parent.resolve("far/inner"));
    Files.createSymbolicLink(parent.resolve("link"), inner);
    Path path = parent.resolve("link/../data");
    try (Db db = Db.open(path)) {
      db.put(new byte[] {1}, new byte[] {2});
      assertTrue(Files.exists(parent.resolve("far/data/CURRENT")));
      try (DbReader same = Db.openReadOnly(path)) {
        assertArrayEquals(new byte[] {2}, same.get(new byte[] {1}));
      }
      db.checkpoint(parent.resolve("link/../copy"));
    }
    assertTrue(Files.exists(parent.resolve("far/copy/CURRENT")));
    Path none = parent.resolve("none/../data");
    assertSays(assertThrows(DbException.class, () -> Db.open(none)), "none is not there");
    assertThrows(DbNotFoundException.class, () -> Db.openReadOnly(none));
    assertFalse(Files.exists(parent.resolve("none")));
  }

  @Test
  void whatAFileSystemLacksIsToldWithThePath() throws IOException {
    Path zip = parent.resolve("tables.zip");
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path table = archive.getPath("/in/table.sst");
      assertSays(
          assertThrows(
              DbException.class, () -> TableWriter.create(table, KeyspaceOptions.defaults())),
          "/in",
          "tables.zip",
          "docs/operating.md");
      assertSays(
          assertThrows(DbException.class, () -> Db.open(archive.getPath("/store"))),
          "/store",
          "docs/operating.md");
    }
    for (String words : List.of("Invalid argument", "No such device", "No locks available")) {
      assertSays(Failures.of(new IOException("/x: " + words)), "/x", "local file system");
    }
  }

  @Test
  void aDirectoryThatIsTakenAwayWhileItIsOpen() throws IOException {
    Path path = parent.resolve("store");
    Path moved = parent.resolve("moved");
    Db db = Db.open(path);
    db.put(new byte[] {1}, new byte[] {2});
    Files.move(path, moved);
    assertSays(assertThrows(DbException.class, db::flush), path + "/", "is gone", "put it back");
    Files.move(moved, path);
    db.close();
    try (Db again = Db.open(path)) {
      assertArrayEquals(new byte[] {2}, again.get(new byte[] {1}));
    }
  }

  @Test
  void aFileOfTheStoreThatIsMissing() throws IOException {
    Path path = parent.resolve("store");
    try (Db db = Db.open(path)) {
      db.put(new byte[] {1}, new byte[] {2});
      db.flush();
    }
    Path table = tableOf(path);
    Files.delete(table);

    DbException failure = assertThrows(DbCorruptionException.class, () -> Db.open(path));
    assertTrue(
        message(failure).startsWith("a file of the store is missing: " + table), message(failure));
    assertTrue(message(failure).endsWith("restore the store from a checkpoint or salvage it"));
  }

  private static Path tableOf(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.filter(file -> file.toString().endsWith(".sst")).findFirst().orElseThrow();
    }
  }

  @Test
  void everyFileThatMakesUpAStoreIsKnownByItsName() {
    for (String name : List.of("CURRENT", "MANIFEST-000007", "000012.sst", "000012.dv")) {
      for (String file : List.of(name, "/a/store/" + name)) {
        DbException failure = Failures.of(new NoSuchFileException(file));
        assertInstanceOf(DbCorruptionException.class, failure);
        assertTrue(message(failure).contains(file + "; restore"), message(failure));
      }
    }
    for (String other : List.of("/a/store", "/", "notes.txt", "")) {
      assertSays(of(new NoSuchFileException(other)), other + " is not there");
    }
    assertInstanceOf(DbIoException.class, Failures.of(new NoSuchFileException(null)));
  }

  @Test
  void whatTheSystemSaysInItsOwnWords() {
    assertSays(refused("Read-only file system"), "mount it for writing", "openReadOnly");
    assertSays(refused("No space left on device"), "make room");
    assertSays(refused("Too many open files"), "ulimit -n");
    assertSays(of(new IOException("No space left on device")), "make room");
    assertEquals("/a/b: Kein Platz", message(refused("Kein Platz")));
    assertSays(of(new AccessDeniedException("/a/b")), "no permission for /a/b;");
    assertSays(of(new FileAlreadyExistsException("/a/b")), "/a/b is there already", "move it away");
    assertSays(of(new NotDirectoryException("/a/b")), "/a/b is not a directory;");
  }

  private static DbIoException refused(String reason) {
    DbIoException failure = of(new FileSystemException("/a/b", null, reason));
    assertTrue(message(failure).startsWith("/a/b: " + reason), message(failure));
    return failure;
  }

  @Test
  void aCauseWithoutWordsIsNamed() {
    IOException cause = new ClosedChannelException();

    DbIoException failure = of(cause);

    assertSays(failure, "ClosedChannelException");
    assertSame(cause, failure.getCause());
  }
}
