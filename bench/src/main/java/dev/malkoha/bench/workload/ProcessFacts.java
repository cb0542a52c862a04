package dev.malkoha.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux counts of this process; other systems do not say. */
public final class ProcessFacts {

  private static final long KIBI = 1024;

  private ProcessFacts() {}

  /**
   * Memory that is there, in bytes.
   *
   * @param anonymous in no file: the Java heap, and what native code has allocated
   * @param files of mapped files
   */
  public record Resident(long anonymous, long files) {}

  /** Bytes of pages that this process has made dirty, in mapped files, too; -1 if not known. */
  static long bytesWritten() {
    return field(Path.of("/proc/self/io"), "write_bytes:", 1);
  }

  static Resident resident() {
    Path status = Path.of("/proc/self/status");
    return new Resident(
        field(status, "RssAnon:", KIBI),
        field(status, "RssFile:", KIBI) + Math.max(0, field(status, "RssShmem:", KIBI)));
  }

  private static long field(Path file, String name, long unit) {
    try {
      return Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).replace("kB", "").strip())
          .mapToLong(number -> Long.parseLong(number) * unit)
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }
}
