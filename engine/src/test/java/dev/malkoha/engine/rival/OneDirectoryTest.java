package dev.malkoha.engine.rival;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbSealedException;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.Lockstep;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two who use one directory of the machine's file system, in orders that have cost a store. */
final class OneDirectoryTest {

  private static final byte[] KEY = InitialDisk.bytes("key");
  private static final byte[] OLD = InitialDisk.bytes("old");
  private static final byte[] NEW = InitialDisk.bytes("new");

  @TempDir private Path parent;
  private Path checkpoint;
  private Path target;

  @BeforeEach
  void makeCheckpoint() {
    checkpoint = parent.resolve("checkpoint");
    target = parent.resolve("target");
    try (Db db = Db.open(parent.resolve("data"))) {
      db.put(KEY, OLD);
      db.checkpoint(checkpoint);
    }
  }

  /** One that comes while another fills the directory, and waits until that has finished. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLateOneLeavesTheStoreOfTheFirst(boolean isOpen) {
    Lockstep[] late = new Lockstep[1];
    Throwable[] told = new Throwable[1];
    Disk pausing = locking(() -> late[0].pause());
    late[0] =
        new Lockstep(
            () ->
                told[0] =
                    assertThrows(
                        RuntimeException.class, () -> Stores.restore(pausing, checkpoint, target)));
    Stores.restore(ending(() -> late[0].step()), checkpoint, target);
    assertFalse(late[0].isDone());
    Db db = Db.open(target);
    db.put(KEY, NEW);
    if (!isOpen) {
      db.close();
    }
    late[0].step();
    Class<?> kind = isOpen ? DbLockedException.class : IllegalArgumentException.class;
    assertEquals(kind, told[0].getClass(), told[0].toString());
    db.close();
    check(target, NEW);
  }

  private static Disk locking(Runnable before) {
    return new WrappedDisk(
        FileDisk.INSTANCE,
        directory ->
            new DelegatingDirectory(directory) {
              @Override
              public DirectoryLock lock(String name) throws IOException {
                before.run();
                return super.lock(name);
              }
            });
  }

  private static Disk ending(Runnable before) {
    return new WrappedDisk(
        FileDisk.INSTANCE,
        directory ->
            new DelegatingDirectory(directory) {
              @Override
              public void delete(String name) throws IOException {
                if (name.equals("UNFINISHED")) {
                  before.run();
                }
                super.delete(name);
              }
            });
  }

  /** A disk that counts the segments that were allocated, once their names are forced. */
  private static Disk allocating(CountDownLatch segments) {
    return new WrappedDisk(
        FileDisk.INSTANCE,
        directory ->
            new DelegatingDirectory(directory) {
              private final AtomicBoolean isAllocated = new AtomicBoolean();

              @Override
              public MappedFile allocate(String name, long size) throws IOException {
                MappedFile file = super.allocate(name, size);
                isAllocated.set(true);
                return file;
              }

              @Override
              public void force() throws IOException {
                boolean counts = isAllocated.getAndSet(false);
                super.force();
                if (counts) {
                  segments.countDown();
                }
              }
            });
  }

  /** An opening that would have made a store finds one when it has the lock. */
  @Test
  void whatWasFilledMeanwhileIsOpened() {
    Lockstep[] late = new Lockstep[1];
    Disk pausing = locking(() -> late[0].pause());
    late[0] =
        new Lockstep(
            () -> {
              try (Db db = InitialDisk.open(pausing, target, true)) {
                assertArrayEquals(OLD, db.get(KEY));
                db.put(KEY, NEW);
              }
            });
    late[0].step();
    Checkpoint.restore(checkpoint, target);
    late[0].step();
    assertTrue(late[0].isDone());
    check(target, NEW);
  }

  @Test
  void aWriterWhoseDirectoryIsReplacedSaysSoAndLeavesTheOtherAlone() throws Exception {
    Checkpoint.restore(checkpoint, target);
    Path away = parent.resolve("away");
    Path other = parent.resolve("other");
    Checkpoint.restore(checkpoint, other);
    CountDownLatch spare = new CountDownLatch(2); // that of the opening, and the next one
    try (Db db = InitialDisk.open(allocating(spare), target, false)) {
      db.put(KEY, NEW);
      spare.await(); // the write has a spare segment made in the background
      Files.move(target, away);
      Files.move(other, target);
      List<String> before = names(target);
      for (Runnable edit :
          List.<Runnable>of(() -> db.keyspace("more"), db::flush, () -> db.put(KEY, OLD))) {
        DbException e = assertThrows(DbException.class, edit::run);
        assertTrue(String.valueOf(e.getMessage()).contains("was moved away"), e.getMessage());
      }
      assertThrows(DbSealedException.class, () -> db.put(KEY, OLD));
      assertArrayEquals(NEW, db.get(KEY), "reads go on");
      assertEquals(before, names(target));
    }
    check(target, OLD);
    check(away, NEW);
  }

  @Test
  void aWriterWhoseDirectoryIsGoneSaysSo() throws IOException {
    Checkpoint.restore(checkpoint, target);
    Db db = Db.open(target);
    db.put(KEY, NEW);
    Files.move(target, parent.resolve("away"));
    DbException e = assertThrows(DbException.class, db::flush);
    assertTrue(String.valueOf(e.getMessage()).contains("was moved away"), e.getMessage());
    db.close();
    assertFalse(Files.exists(target), "nothing is made where it was");
    check(parent.resolve("away"), NEW);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(String::valueOf).sorted().toList();
    }
  }

  private static void check(Path path, byte[] value) {
    assertEquals(List.of(), StoreTools.verify(path).problems());
    try (Db db = Db.open(path)) {
      assertArrayEquals(value, db.get(KEY));
      assertEquals(List.of(), db.problems());
    }
  }

  /** On POSIX the system's lock goes with any reading of the file in the process. */
  @Tag("process")
  @Test
  void aSecondProcessIsRefusedThoughTheLockFileWasRead() throws Exception {
    try (Db db = Db.open(target)) {
      db.put(KEY, OLD);
      try (Stream<Path> files = Files.list(target)) { // a backup by hand
        for (Path file : files.toList()) {
          Files.readAllBytes(file);
        }
      }
      assertEquals("DbLockedException", openedByAnotherProcess());
      assertTrue(Files.exists(target.resolve("MANIFEST-000001")), "no other took its place");
      db.put(KEY, NEW);
      db.flush();
    }
    check(target, NEW);
    assertEquals("opened", openedByAnotherProcess());
    check(target, NEW);
  }

  private String openedByAnotherProcess() throws Exception {
    Process child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Djava.util.logging.config.file=none",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                OneDirectoryTest.class.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var answers = child.inputReader()) {
      return String.valueOf(answers.readLine());
    } finally {
      child.waitFor();
    }
  }

  /** The other process: opens the store, and says what came of it. */
  public static void main(String[] arguments) {
    try (Db db = Db.open(Path.of(arguments[0]))) {
      System.out.println(
          "opened" + db.problems().stream().map(Problem::toString).collect(Collectors.joining()));
    } catch (DbException e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }
}
