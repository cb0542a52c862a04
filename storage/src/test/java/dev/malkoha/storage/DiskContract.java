package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Disk} does. */
public abstract class DiskContract {

  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

  private Directory directory;

  /** For the tests of one kind of disk. */
  protected DiskContract() {}

  /** Opens the directory under test, always the same one. */
  protected abstract Directory openDirectory() throws IOException;

  @BeforeEach
  final void open() throws IOException {
    directory = openDirectory();
  }

  @AfterEach
  final void close() throws IOException {
    directory.close();
  }

  private static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private void write(String name, byte[] content) throws IOException {
    try (WritableFile file = directory.create(name)) {
      file.append(content, 0, content.length);
      file.force();
    }
  }

  private byte[] read(String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      byte[] content = new byte[(int) file.size()];
      file.read(0, content, 0, content.length);
      return content;
    }
  }

  @Test
  void whatIsSetAsideIsOutOfTheWay() throws IOException {
    write("a", bytes(10, 1));
    assertEquals("set-aside/a", directory.setAside("a"));
    assertEquals(List.of(), directory.list());
    assertFalse(directory.exists("a"));
    write("a", bytes(20, 2));
    assertEquals("set-aside/a.1", directory.setAside("a"), "the first one stays");
    directory.force();
    assertThrows(NoSuchFileException.class, () -> directory.setAside("a"));
    assertThrows(IllegalArgumentException.class, () -> directory.open("set-aside/a"));
  }

  @Test
  void whatIsAppendedIsRead() throws IOException {
    byte[] content = bytes(10_000, 1);
    try (WritableFile file = directory.create("a")) {
      assertEquals("a", file.name());
      file.append(content, 0, 1);
      file.append(content, 1, 0);
      file.append(content, 1, 6_999);
      file.force();
      file.append(content, 7_000, 3_000);
      assertEquals(10_000, file.size());
      assertArrayEquals(content, read("a"), "readable before it is forced or closed");
    }
    assertArrayEquals(content, read("a"));
    assertEquals(10_000, directory.size("a"));
  }

  @Test
  void aFileIsAppendedToAgain() throws IOException {
    byte[] content = bytes(300, 2);
    write("a", Arrays.copyOf(content, 100));
    try (WritableFile file = directory.append("a")) {
      assertEquals("a", file.name());
      assertEquals(100, file.size());
      file.append(content, 100, 200);
      file.force();
      assertEquals(300, file.size());
    }
    assertArrayEquals(content, read("a"));
  }

  @Test
  void aRangeIsReadToItsPlaceAndNothingElseIsTouched() throws IOException {
    byte[] content = bytes(2_000, 2);
    write("a", content);
    for (ReadableFile file : opened("a")) {
      assertEquals(2_000, file.size());
      assertEquals("a", file.name());
      Random random = new Random(3);
      for (int i = 0; i < 500; i++) {
        int position = random.nextInt(2_001);
        int length = random.nextInt(2_001 - position);
        byte[] into = bytes(2_100, i);
        byte[] expected = into.clone();
        System.arraycopy(content, position, expected, 7, length);
        file.read(position, into, 7, length);
        assertArrayEquals(expected, into);
      }
      file.close();
    }
  }

  /** A file that is open in each way that there is. */
  private List<ReadableFile> opened(String name) throws IOException {
    return List.of(directory.open(name), directory.openOnce(name));
  }

  @Test
  void readingBeyondTheEndIsRefused() throws IOException {
    write("a", bytes(100, 4));
    for (ReadableFile file : opened("a")) {
      byte[] into = new byte[200];
      assertThrows(EOFException.class, () -> file.read(0, into, 0, 101));
      assertThrows(EOFException.class, () -> file.read(100, into, 0, 1));
      assertThrows(EOFException.class, () -> file.read(Long.MAX_VALUE, into, 0, 1));
      assertThrows(IllegalArgumentException.class, () -> file.read(-1, into, 0, 1));
      assertThrows(IndexOutOfBoundsException.class, () -> file.read(0, into, 150, 51));
      assertThrows(IndexOutOfBoundsException.class, () -> file.read(0, into, -1, 1));
      file.read(100, into, 200, 0);
      file.close();
    }
  }

  @Test
  void anOpenFileHasTheLengthThatItHadWhenItWasOpened() throws IOException {
    try (WritableFile writer = directory.create("a")) {
      writer.append(new byte[10], 0, 10);
      List<ReadableFile> readers = opened("a");
      writer.append(new byte[10], 0, 10);
      for (ReadableFile reader : readers) {
        assertEquals(10, reader.size());
        assertThrows(EOFException.class, () -> reader.read(10, new byte[1], 0, 1));
        reader.close();
      }
    }
  }

  @Test
  void anEmptyFileIsReadable() throws IOException {
    write("empty", new byte[0]);
    assertEquals(0, directory.size("empty"));
    for (ReadableFile file : opened("empty")) {
      assertEquals(0, file.size());
      file.read(0, new byte[0], 0, 0);
      assertThrows(EOFException.class, () -> file.read(0, new byte[1], 0, 1));
      file.close();
      assertThrows(IllegalStateException.class, () -> file.read(0, new byte[0], 0, 0));
    }
    try (MappedFile mapped = directory.map("empty")) {
      assertEquals(0, mapped.memory().byteSize());
    }
  }

  @Test
  void aNameIsCreatedOnce() throws IOException {
    write("a", new byte[] {1});
    assertThrows(FileAlreadyExistsException.class, () -> directory.create("a"));
    assertThrows(FileAlreadyExistsException.class, () -> directory.allocate("a", 10));
    assertArrayEquals(new byte[] {1}, read("a"), "the file that was there is untouched");
  }

  @Test
  void aMissingFileIsSaidToBeMissing() throws IOException {
    assertThrows(NoSuchFileException.class, () -> directory.open("a"));
    assertThrows(NoSuchFileException.class, () -> directory.openOnce("a"));
    assertThrows(NoSuchFileException.class, () -> directory.append("a"));
    assertThrows(NoSuchFileException.class, () -> directory.map("a"));
    assertThrows(NoSuchFileException.class, () -> directory.size("a"));
    assertThrows(NoSuchFileException.class, () -> directory.delete("a"));
    assertThrows(NoSuchFileException.class, () -> directory.rename("a", "b"));
    assertFalse(directory.exists("a"));
  }

  @Test
  void anAllocatedFileIsZeroAndWrittenThroughItsMemory() throws IOException {
    byte[] content = bytes(3_000, 5);
    try (MappedFile file = directory.allocate("log", 100_001)) {
      assertEquals("log", file.name());
      assertEquals(100_001, file.memory().byteSize());
      assertEquals(-1, file.memory().mismatch(MemorySegment.ofArray(new byte[100_001])));
      MemorySegment.copy(content, 0, file.memory(), ValueLayout.JAVA_BYTE, 77, 3_000);
      assertArrayEquals(content, Arrays.copyOfRange(read("log"), 77, 3_077));
      file.force(77, 3_000);
      file.force(0, 100_001);
      file.force(100_001, 0);
      assertThrows(IndexOutOfBoundsException.class, () -> file.force(100_000, 2));
    }
    try (MappedFile again = directory.map("log")) {
      assertEquals(100_001, again.memory().byteSize());
      byte[] found = new byte[3_000];
      MemorySegment.copy(again.memory(), ValueLayout.JAVA_BYTE, 77, found, 0, 3_000);
      assertArrayEquals(content, found);
    }
    assertEquals(100_001, directory.size("log"));
  }

  @Test
  void aMappedFileIsReadAndWrittenByCopies() throws IOException {
    try (MappedFile file = directory.allocate("log", 1_000)) {
      byte[] content = bytes(50, 6);
      file.write(950, content, 0, 50);
      byte[] found = new byte[60];
      file.read(950, found, 10, 50);
      assertArrayEquals(content, Arrays.copyOfRange(found, 10, 60));
      assertArrayEquals(content, file.memory().asSlice(950, 50).toArray(ValueLayout.JAVA_BYTE));
      assertThrows(IndexOutOfBoundsException.class, () -> file.write(951, content, 0, 50));
      assertThrows(IndexOutOfBoundsException.class, () -> file.write(-1, content, 0, 5));
      assertThrows(IndexOutOfBoundsException.class, () -> file.write(0, content, 1, 50));
      assertThrows(IndexOutOfBoundsException.class, () -> file.read(951, found, 0, 50));
    }
  }

  @Test
  void mappedMemoryAllowsOrderedAccessToAlignedLongs() throws IOException {
    try (MappedFile file = directory.allocate("log", 64)) {
      LONGS.setRelease(file.memory(), 8L, 0x0102030405060708L);
      assertEquals(0x0102030405060708L, (long) LONGS.getAcquire(file.memory(), 8L));
      assertTrue(LONGS.compareAndSet(file.memory(), 8L, 0x0102030405060708L, 9L));
    }
  }

  @Test
  void aFileToBeMappedNeedsASize() {
    assertThrows(IllegalArgumentException.class, () -> directory.allocate("a", 0));
    assertThrows(IllegalArgumentException.class, () -> directory.allocate("a", -1));
    assertThrows(NoSuchFileException.class, () -> directory.size("a"));
  }

  @Test
  void aRenameReplaces() throws IOException {
    write("old", new byte[] {1});
    write("new", new byte[] {2, 3});
    try (ReadableFile replaced = directory.open("old")) {
      directory.rename("new", "old");
      byte[] content = new byte[1];
      replaced.read(0, content, 0, 1);
      assertEquals(1, content[0], "who has it open goes on reading it");
    }
    assertArrayEquals(new byte[] {2, 3}, read("old"));
    assertFalse(directory.exists("new"));
    directory.rename("old", "old");
    assertArrayEquals(new byte[] {2, 3}, read("old"));
    directory.force();
  }

  @Test
  void aDeletedFileIsGoneButForWhoHasItOpen() throws IOException {
    write("a", new byte[] {5});
    try (ReadableFile file = directory.open("a")) {
      directory.delete("a");
      directory.force();
      assertFalse(directory.exists("a"));
      byte[] content = new byte[1];
      file.read(0, content, 0, 1);
      assertEquals(5, content[0]);
    }
    write("a", new byte[] {6});
    assertArrayEquals(new byte[] {6}, read("a"));
  }

  @Test
  void allFilesAreListed() throws IOException {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      write("f" + i, new byte[i]);
      names.add("f" + i);
    }
    List<String> listed = directory.list();
    assertEquals(50, listed.size());
    assertEquals(names, new HashSet<>(listed));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "/",
        "a/b",
        "../a",
        "/etc/passwd",
        "a\\b",
        "..\\a",
        "c:a",
        "a\0b",
        "a\nb",
        "\u007f",
        "a/",
        "./a"
      })
  void aNameThatIsNotPlainIsRefusedEverywhere(String name) throws IOException {
    write("ok", new byte[1]);
    List<Executable> calls =
        List.of(
            () -> directory.create(name),
            () -> directory.open(name),
            () -> directory.openOnce(name),
            () -> directory.append(name),
            () -> directory.allocate(name, 10),
            () -> directory.map(name),
            () -> directory.exists(name),
            () -> directory.size(name),
            () -> directory.rename(name, "x"),
            () -> directory.rename("ok", name),
            () -> directory.delete(name),
            () -> directory.setAside(name),
            () -> directory.lock(name),
            () -> directory.lockExisting(name));
    for (Executable call : calls) {
      assertThrows(IllegalArgumentException.class, call);
    }
    assertEquals(List.of("ok"), directory.list());
  }

  @Test
  void aNameThatIsTooLongIsRefused() throws IOException {
    assertThrows(IllegalArgumentException.class, () -> directory.create("x".repeat(256)));
    write("x".repeat(255), new byte[1]);
    assertTrue(directory.exists("x".repeat(255)));
  }

  @Test
  void aDirectoryIsLockedForOneAtATime() throws IOException {
    DirectoryLock lock = directory.lock("LOCK");
    try (Directory second = openDirectory()) {
      DirectoryLockedException e =
          assertThrows(DirectoryLockedException.class, () -> second.lock("LOCK"));
      assertTrue(String.valueOf(e.getMessage()).contains("close it first"), e::getMessage);
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
      lock.close();
      lock.close();
      DirectoryLock other = second.lock("LOCK");
      assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
      lock.close();
      assertThrows(
          DirectoryLockedException.class,
          () -> directory.lock("LOCK"),
          "closing a lock twice must not free the next holder's");
      assertTrue(directory.exists("LOCK"));
      other.close();
    }
    assertTrue(directory.exists("LOCK"), "the lock file is never deleted");
  }

  @Test
  void aLockFileThatIsThereIsLockedLikeAnyOther() throws IOException {
    directory.lock("LOCK").close();
    DirectoryLock lock = directory.lockExisting("LOCK");
    assertThrows(DirectoryLockedException.class, () -> directory.lockExisting("LOCK"));
    assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
    lock.close();
    DirectoryLock other = directory.lock("LOCK");
    assertThrows(DirectoryLockedException.class, () -> directory.lockExisting("LOCK"));
    other.close();
    directory.lockExisting("LOCK").close();
  }

  @Test
  void aLockFileThatIsNotThereIsNotMadeForReaders() throws IOException {
    DirectoryLock nothing = directory.lockExisting("LOCK");
    DirectoryLock lock = directory.lock("LOCK");
    nothing.close();
    assertThrows(DirectoryLockedException.class, () -> directory.lock("LOCK"));
    lock.close();
    directory.delete("LOCK");
    directory.lockExisting("LOCK").close();
    assertFalse(directory.exists("LOCK"));
  }

  @Test
  void aClosedFileIsNotUsed() throws IOException {
    WritableFile writer = directory.create("a");
    writer.append(new byte[10], 0, 10);
    writer.close();
    writer.close();
    assertThrows(IllegalStateException.class, () -> writer.append(new byte[1], 0, 1));
    assertThrows(IllegalStateException.class, writer::force);
    for (ReadableFile reader : opened("a")) {
      reader.close();
      reader.close();
      assertThrows(IllegalStateException.class, () -> reader.read(0, new byte[1], 0, 1));
      assertThrows(IllegalStateException.class, () -> reader.read(100, new byte[1], 0, 1));
    }
    MappedFile mapped = directory.allocate("b", 100);
    mapped.close();
    mapped.close();
    assertThrows(IllegalStateException.class, mapped::memory);
    assertThrows(IllegalStateException.class, () -> mapped.force(0, 1));
    assertThrows(IllegalStateException.class, () -> mapped.read(0, new byte[1], 0, 1));
    assertThrows(IllegalStateException.class, () -> mapped.write(0, new byte[1], 0, 1));
  }

  @Test
  void aClosedDirectoryIsNotUsedButItsFilesAre() throws IOException {
    Directory other = openDirectory();
    WritableFile file = other.create("a");
    other.close();
    other.close();
    List<Executable> calls =
        List.of(
            () -> other.create("b"),
            () -> other.open("a"),
            () -> other.openOnce("a"),
            () -> other.append("a"),
            () -> other.allocate("b", 10),
            () -> other.map("a"),
            other::list,
            () -> other.exists("a"),
            () -> other.size("a"),
            () -> other.rename("a", "b"),
            () -> other.delete("a"),
            () -> other.setAside("a"),
            () -> other.lock("LOCK"),
            other::force);
    for (Executable call : calls) {
      assertThrows(IllegalStateException.class, call);
    }
    file.append(new byte[3], 0, 3);
    file.close();
    assertEquals(3, directory.size("a"));
  }

  @Test
  void appendingChecksItsRange() throws IOException {
    try (WritableFile file = directory.create("a")) {
      assertThrows(IndexOutOfBoundsException.class, () -> file.append(new byte[5], 3, 3));
      assertThrows(IndexOutOfBoundsException.class, () -> file.append(new byte[5], -1, 1));
      assertEquals(0, file.size());
    }
    assertEquals(0, directory.size("a"));
  }
}
