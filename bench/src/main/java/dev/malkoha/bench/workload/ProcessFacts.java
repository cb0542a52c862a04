package dev.malkoha.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The counts that Linux has of this process; other systems do not say. */
public final class ProcessFacts {

  private static final long KIBI = 1024;
  private static final Path IO = Path.of("/proc/self/io");

  /** Its place after the process's name, from 0. */
  private static final int MAJOR_FAULTS = 9;

  private ProcessFacts() {}

  /**
   * Memory that is there, in bytes.
   *
   * @param anonymous in no file: the Java heap, and what native code has allocated
   * @param files of mapped files
   */
  public record Resident(long anonymous, long files) {}

  /**
   * What the process has had the device do, in all its threads.
   *
   * @param readBytes fetched from the device, for mapped files, too; -1 if not known
   * @param writtenBytes as {@link #bytesWritten} has them
   * @param majorFaults accesses to memory that waited for the device; -1 if not known
   */
  public record Device(long readBytes, long writtenBytes, long majorFaults) {

    /** The growth since an earlier moment. */
    Device since(Device earlier) {
      return new Device(
          readBytes - earlier.readBytes,
          writtenBytes - earlier.writtenBytes,
          majorFaults - earlier.majorFaults);
    }
  }

  static Device device() {
    return device(lines(IO), lines(Path.of("/proc/self/stat")));
  }

  static Device device(List<String> io, List<String> stat) {
    return new Device(field(io, "read_bytes:", 1), field(io, "write_bytes:", 1), majorFaults(stat));
  }

  /** The process's name, in brackets, may hold anything; after it fields have fixed places. */
  private static long majorFaults(List<String> stat) {
    String line = String.join("", stat);
    String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    return fields.length > MAJOR_FAULTS ? Long.parseLong(fields[MAJOR_FAULTS]) : -1;
  }

  /** Bytes of pages that this process has made dirty, in mapped files, too; -1 if not known. */
  static long bytesWritten() {
    return field(lines(IO), "write_bytes:", 1);
  }

  static Resident resident() {
    List<String> status = lines(Path.of("/proc/self/status"));
    return new Resident(
        field(status, "RssAnon:", KIBI),
        field(status, "RssFile:", KIBI) + Math.max(0, field(status, "RssShmem:", KIBI)));
  }

  private static long field(List<String> lines, String name, long unit) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replace("kB", "").strip())
        .mapToLong(number -> Long.parseLong(number) * unit)
        .findFirst()
        .orElse(-1);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of();
    }
  }
}
