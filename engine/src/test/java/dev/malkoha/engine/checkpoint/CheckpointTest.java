package dev.malkoha.engine.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a checkpoint holds, where it is made, and that it is a store by itself. */
final class CheckpointTest {

  private static final Path TO = Path.of("/backup/one");
  private static final Path SECOND = Path.of("/backup/two");

  private final SimulatedDisk disk = new SimulatedDisk();

  private Db sample() {
    return sample(disk);
  }

  private static Db sample(Disk on) {
    Db db = Stores.open(on, SampleStore.OPTIONS);
    SampleStore.fill(db, 1);
    return db;
  }

  private static Db open(Disk on, Path path) {
    return Stores.open(on, path, SampleStore.OPTIONS, Workers.inline(), false);
  }

  /** The bytes of all files of a directory, by name. */
  private Map<String, String> files(Path path) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Directory directory = disk.openExisting(path)) {
      for (String name : directory.list()) {
        all.put(name, HexFormat.of().formatHex(RawFiles.read(directory, name)));
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void holdsAllKeyspacesAtOneMoment(boolean links) {
    if (!links) {
      disk.refuseLinks();
    }
    try (Db db = sample()) {
      Contents then = Contents.of(db);
      Checkpoint taken = db.checkpoint(TO);
      SampleStore.change(db, 2);
      db.compact();
      assertNotEquals(then, Contents.of(db));
      assertEquals(then, Contents.of(disk, TO));
      assertEquals(Set.of("default", "new", "other"), then.keyspaces().keySet());
      assertEquals(List.of(), taken.verify());
      assertEquals(List.of(), Stores.verify(disk, TO).problems());
      assertEquals(links, taken.work().filesLinked() > 3, "" + taken.work());
      assertEquals(taken.files().size(), taken.work().filesLinked() + taken.work().filesCopied());
      Checkpoint read = Stores.readCheckpoint(disk, TO);
      assertEquals(taken.files(), read.files());
      assertEquals(taken.sequence(), read.sequence());
      assertEquals(taken.storeId(), read.storeId());
      assertEquals("CURRENT", read.files().getLast().name());
      assertTrue(read.files().stream().anyMatch(file -> file.name().endsWith(".dv")), "" + read);
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  @Test
  void knowsTheChecksumsOfTablesWithoutReadingThem() {
    try (Db db = sample()) {
      db.compact();
      SampleStore.change(db, 3);
      db.flush();
      Set<String> opened = new HashSet<>();
      disk.onCall(
          call -> {
            if (call.kind() == CallKind.OPEN) {
              opened.add(call.name());
            }
          });
      Checkpoint taken = db.checkpoint(TO);
      disk.onCall(call -> {});
      assertFalse(opened.stream().anyMatch(name -> name.endsWith(".sst")), "" + opened);
      assertEquals(List.of(), taken.verify());
    }
  }

  @Test
  void anEmptyStoreHasOne() {
    try (Db db = Stores.open(disk, SampleStore.OPTIONS)) {
      assertEquals(0, db.checkpoint(TO).sequence());
    }
    assertEquals(new Contents(Map.of("default", Map.of())), Contents.of(disk, TO));
    try (Db db = open(disk, TO)) {
      db.put(SampleStore.key(1), SampleStore.key(2));
    }
    assertEquals(
        1, Objects.requireNonNull(Contents.of(disk, TO).keyspaces().get("default")).size());
  }

  /** Tables are linked, so whatever is done to one store must leave the other's files alone. */
  @Test
  void openedForWritingItChangesNobodyElse() throws IOException {
    Contents then;
    try (Db db = sample()) {
      then = Contents.of(db);
      db.checkpoint(TO);
      db.checkpoint(SECOND);
    }
    Map<String, String> original = files(Stores.PATH);
    Map<String, String> second = files(SECOND);
    try (Db db = open(disk, TO)) {
      assertEquals(then, Contents.of(db));
      assertEquals(List.of(), db.problems());
      SampleStore.change(db, 4);
      db.dropKeyspace("new");
      db.compact();
      db.awaitIdle();
    }
    try (Db db = open(disk, TO)) {
      assertNotEquals(then, Contents.of(db));
    }
    assertEquals(original, files(Stores.PATH));
    assertEquals(second, files(SECOND));
    assertEquals(List.of(), Stores.readCheckpoint(disk, SECOND).verify());
    assertEquals(List.of(), Stores.verify(disk, TO).problems());
    assertEquals(then, Contents.of(disk, SECOND));
  }

  @Test
  void itsListGoesWhenItIsOpenedForWritingOnly() {
    Checkpoint taken;
    try (Db db = sample()) {
      taken = db.checkpoint(TO);
    }
    Contents.of(disk, TO);
    assertEquals(List.of(), taken.verify());
    open(disk, TO).close();
    assertThrows(DbNotFoundException.class, taken::verify);
    DbNotFoundException e =
        assertThrows(DbNotFoundException.class, () -> Stores.readCheckpoint(disk, TO));
    assertTrue(String.valueOf(e.getMessage()).contains("opened for writing"), e.getMessage());
  }

  /** The manifest names sidecars by tables' newest vectors: older ones are deleted at once else. */
  @Test
  void sidecarsStayWhileTheyAreLinked() throws IOException {
    Runnable[] meanwhile = {() -> {}};
    Disk slow =
        new WrappedDisk(
            disk,
            directory ->
                new DelegatingDirectory(directory) {
                  @Override
                  public boolean link(String name, Directory to) throws IOException {
                    Runnable now = meanwhile[0];
                    meanwhile[0] = () -> {};
                    now.run();
                    return super.link(name, to);
                  }
                });
    try (Db db = sample(slow)) {
      Contents then = Contents.of(db);
      Set<String> before = new HashSet<>(sidecars());
      meanwhile[0] =
          () -> {
            SampleStore.change(db, 5);
            db.compact();
            db.dropKeyspace("other");
            db.awaitIdle();
          };
      Checkpoint taken = db.checkpoint(TO);
      assertEquals(then, Contents.of(disk, TO));
      assertEquals(List.of(), taken.verify());
      assertFalse(before.isEmpty());
      assertTrue(Collections.disjoint(before, sidecars()), "gone afterwards");
    }
    assertEquals(List.of(), Stores.verify(disk).problems());
  }

  private List<String> sidecars() throws IOException {
    try (Directory directory = disk.openExisting(Stores.PATH)) {
      return directory.list().stream().filter(name -> name.endsWith(".dv")).toList();
    }
  }

  @Test
  void goesWhereThereIsNothingElse() throws IOException {
    try (Db db = sample()) {
      try (Directory directory = disk.openDirectory(TO);
          WritableFile file = directory.create("letter.txt")) {
        file.force();
      }
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> db.checkpoint(TO));
      assertTrue(String.valueOf(e.getMessage()).contains("letter.txt"), e.getMessage());
      assertEquals(Set.of("letter.txt"), files(TO).keySet());
      Map<String, String> own = files(Stores.PATH);
      assertThrows(IllegalArgumentException.class, () -> db.checkpoint(Stores.PATH));
      assertEquals(own, files(Stores.PATH));
      assertThrows(IllegalArgumentException.class, () -> db.checkpoint(Path.of("/backup")));
      db.checkpoint(SECOND);
      assertThrows(IllegalArgumentException.class, () -> db.checkpoint(SECOND));
      assertEquals(List.of(), Stores.readCheckpoint(disk, SECOND).verify());
    }
  }

  /** What somebody is at is no leftover. */
  @Test
  void twoDoNotFillOneDirectory() throws IOException {
    try (Db db = sample();
        Directory directory = disk.openDirectory(TO)) {
      try (var held = directory.lock("LOCK")) {
        assertThrows(DbLockedException.class, () -> db.checkpoint(TO), "" + held);
      }
      db.checkpoint(TO);
    }
    assertFalse(Contents.of(disk, TO).keyspaces().isEmpty());
  }

  @Test
  void anUnfinishedOneIsRefusedByAllWhoOpen() throws IOException {
    try (Db db = sample()) {
      db.checkpoint(TO);
    }
    try (Directory directory = disk.openExisting(TO)) {
      directory.create("UNFINISHED").close();
    }
    for (Runnable use :
        List.<Runnable>of(
            () -> open(disk, TO),
            () -> Stores.openReadOnly(disk, TO, DbOptions.defaults()),
            () -> Stores.readCheckpoint(disk, TO),
            () -> Stores.restore(disk, TO, SECOND))) {
      DbCorruptionException e = assertThrows(DbCorruptionException.class, use::run);
      assertTrue(String.valueOf(e.getMessage()).contains("unfinished"), e.getMessage());
      assertTrue(String.valueOf(e.getMessage()).contains("again"), e.getMessage());
    }
    assertFalse(Stores.verify(disk, TO).ok());
    assertFalse(disk.isDirectory(SECOND));
    assertFalse(files(TO).containsKey("LOCK"), "nothing is made by looking");
  }

  @Test
  void onlyAnOpenStoreHasOne() {
    Db db = sample();
    db.close();
    assertThrows(IllegalStateException.class, () -> db.checkpoint(TO));
    assertFalse(disk.isDirectory(TO));
  }

  /** Closing waits for one that runs, which finds out before its next file. */
  @Test
  void closingEndsOneThatRuns() throws Exception {
    var reached = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    Disk slow =
        new WrappedDisk(
            disk,
            directory ->
                new DelegatingDirectory(directory) {
                  @Override
                  public boolean link(String name, Directory to) throws IOException {
                    reached.countDown();
                    try {
                      go.await();
                    } catch (InterruptedException e) {
                      throw new IOException(e);
                    }
                    return super.link(name, to);
                  }
                });
    Db db = sample(slow);
    Throwable[] failure = new Throwable[1];
    Thread taker =
        new Thread(
            () -> failure[0] = assertThrows(RuntimeException.class, () -> db.checkpoint(TO)));
    taker.start();
    reached.await();
    Thread closer = new Thread(db::close);
    closer.start();
    while (closer.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
    go.countDown();
    taker.join();
    closer.join();
    assertInstanceOf(IllegalStateException.class, failure[0]);
    assertFalse(disk.isDirectory(TO));
    assertEquals(List.of(), disk.handles());
    open(disk, Stores.PATH).close();
  }

  @Test
  void aDamagedListIsRefusedWhateverByteItIs() throws IOException {
    try (Db db = sample()) {
      db.checkpoint(TO);
    }
    try (Directory directory = disk.openExisting(TO)) {
      byte[] list = RawFiles.read(directory, "CHECKPOINT");
      for (int at = 0; at < list.length; at++) {
        byte[] damaged = list.clone();
        damaged[at] ^= 1;
        RawFiles.write(directory, "CHECKPOINT", damaged);
        assertThrows(
            DbCorruptionException.class, () -> Stores.readCheckpoint(disk, TO), "byte " + at);
        RawFiles.write(directory, "CHECKPOINT", Arrays.copyOf(list, at));
        assertThrows(
            DbCorruptionException.class, () -> Stores.readCheckpoint(disk, TO), "length " + at);
      }
    }
  }
}
