package dev.malkoha.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file that is cut while it is mapped gives the same signal as a device that fails. In a JVM of
 * its own, for it might crash: interpreted, and by each compiler.
 */
@Tag("process")
final class FaultyMappingTest {

  private static final int SIZE = 1 << 20;
  private static final int WARM = 60_000;
  private static final int FAULTY = 2_000;

  @TempDir private Path parent;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xint",
        "-XX:TieredStopAtLevel=1",
        "-XX:+TieredCompilation",
        "-XX:-TieredCompilation"
      })
  void aFaultOfTheMappingIsAnIoExceptionOfTheCallThatMetIt(String mode) throws Exception {
    List<String> command =
        ChildJvm.command(FaultyMappingTest.class, List.of("-Xmx64m", mode), parent.resolve("db"));
    ChildJvm child = ChildJvm.run(parent, command);
    assertEquals("2000 of 2000 reads, 2000 of 2000 writes\n", child.output());
    assertEquals(0, child.exitCode());
  }

  /** Reads and writes until it is compiled, cuts the files, and counts what fails then. */
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    try (Directory directory = FileDisk.INSTANCE.openDirectory(path);
        MappedFile log = directory.allocate("log", SIZE);
        ReadableFile table = table(directory)) {
      count(WARM, table::read);
      count(WARM, log::write);
      cut(path.resolve("table"));
      cut(path.resolve("log"));
      int reads = count(FAULTY, table::read);
      int writes = count(FAULTY, log::write);
      System.out.printf("%d of %d reads, %d of %d writes%n", reads, FAULTY, writes, FAULTY);
    }
  }

  @FunctionalInterface
  private interface Access {
    void run(long position, byte[] bytes, int offset, int length) throws IOException;
  }

  private static ReadableFile table(Directory directory) throws IOException {
    directory.allocate("table", SIZE).close();
    return directory.open("table");
  }

  private static void cut(Path file) throws IOException {
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.setLength(0);
    }
  }

  /** How many of many accesses to places and lengths at random threw IOException. */
  private static int count(int accesses, Access access) {
    SplittableRandom random = new SplittableRandom(7);
    byte[] bytes = new byte[8_192];
    int failed = 0;
    for (int i = 0; i < accesses; i++) {
      int length = 1 + random.nextInt(i % 2 == 0 ? 60 : bytes.length);
      try {
        access.run(random.nextInt(SIZE - length), bytes, 0, length);
      } catch (IOException e) {
        failed++;
      }
    }
    return failed;
  }
}
