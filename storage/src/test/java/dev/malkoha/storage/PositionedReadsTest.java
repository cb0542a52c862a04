package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PositionedReadsTest {

  private static final int SIZE = 1 << 20;

  @TempDir private Path parent;

  private final byte[] content = new byte[SIZE];
  private Path path = Path.of("");

  @BeforeEach
  void write() throws IOException {
    new SplittableRandom(7).nextBytes(content);
    path = parent.resolve("table");
    Files.write(path, content);
  }

  private PositionedReads open() throws IOException {
    return new PositionedReads(path, FileActions.requireRegular(path));
  }

  /** Some reads of places and lengths at random. */
  private void check(PositionedReads reads, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] into = new byte[9_000];
    for (int i = 0; i < 300; i++) {
      int length = random.nextInt(into.length - 3);
      int position = random.nextInt(SIZE - length);
      assertTrue(reads.read(position, into, 3, length) >= 0);
      byte[] expected = Arrays.copyOfRange(content, position, position + length);
      assertArrayEquals(expected, Arrays.copyOfRange(into, 3, 3 + length));
    }
  }

  @Test
  void readsWhatIsThereWhoeverReadsBeside() throws Exception {
    try (PositionedReads reads = open();
        ExecutorService readers = Executors.newFixedThreadPool(8)) {
      Callable<Boolean> reader =
          () -> {
            check(reads, Thread.currentThread().threadId());
            return true;
          };
      for (Future<Boolean> read :
          readers.invokeAll(IntStream.range(0, 8).mapToObj(_ -> reader).toList())) {
        assertTrue(read.get());
      }
    }
  }

  @Test
  void anInterruptIsKeptAndHarmsNobody() throws IOException {
    try (PositionedReads reads = open()) {
      Thread.currentThread().interrupt();
      check(reads, 1);
      assertTrue(Thread.interrupted());
      check(reads, 2);
    }
  }

  /** Another copy of a store has the same names, and other bytes that may well verify. */
  @Test
  void anotherFileOfTheNameIsNotRead() throws IOException {
    try (PositionedReads reads = open()) {
      Path other = Files.write(parent.resolve("other"), new byte[SIZE]);
      Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
      assertEquals(PositionedReads.NOT_READ, reads.read(0, new byte[10], 0, 10));
    }
  }

  @Test
  void whatWasOpenReadsOnWhenTheFileIsGone() throws IOException {
    try (PositionedReads opened = open();
        PositionedReads late = open()) {
      check(opened, 1);
      Files.delete(path);
      check(opened, 2);
      assertEquals(PositionedReads.NOT_READ, late.read(0, new byte[10], 0, 10));
    }
  }

  /** A mapped file that was cut, or whose device fails, is told of in the same way. */
  @Test
  void aFileThatWasCutIsAnError() throws IOException {
    try (Directory directory = FileDisk.INSTANCE.openDirectory(parent)) {
      ReadableFile once = directory.openOnce("table");
      cutAndRead(directory.open("table"));
      assertThrows(IOException.class, () -> once.read(SIZE - 100, new byte[100], 0, 100));
      once.close();
    }
  }

  private void cutAndRead(ReadableFile opened) throws IOException {
    try (ReadableFile file = opened) {
      byte[] bytes = new byte[100];
      file.read(SIZE - 100, bytes, 0, 100);
      try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
        access.setLength(0);
      }
      IOException cut = assertThrows(IOException.class, () -> file.read(SIZE - 100, bytes, 0, 100));
      assertTrue(String.valueOf(cut.getMessage()).contains("the file was cut"), cut.getMessage());
    }
  }

  @Test
  void descriptorsAreClosedWithTheFile() throws IOException {
    long before = descriptors();
    for (int i = 0; i < 50; i++) {
      PositionedReads reads = open();
      check(reads, i);
      reads.close();
      check(reads, i); // as a read that was under way: it gives its descriptor back later
    }
    try (Directory directory = FileDisk.INSTANCE.openDirectory(parent)) {
      for (int i = 0; i < 50; i++) {
        directory.openOnce("table").close();
      }
    }
    assertTrue(descriptors() < before + 40, "left open: " + (descriptors() - before));
  }

  /** How many descriptors the process has, or 0 where the system does not tell. */
  private static long descriptors() {
    String[] names = Path.of("/proc/self/fd").toFile().list();
    return names == null ? 0 : names.length;
  }
}
