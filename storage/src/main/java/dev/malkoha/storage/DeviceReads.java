package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much this process has had from devices, as Linux tells in {@code /proc/self/io}. */
final class DeviceReads {

  private static final Path IO = Path.of("/proc/self/io");
  private static final String READ_BYTES = "read_bytes: ";

  private DeviceReads() {}

  /** Bytes so far; on other systems the time, which is another one whenever it is asked for. */
  static long bytes() {
    try (Stream<String> lines = Files.lines(IO)) {
      return bytes(lines);
    } catch (IOException | RuntimeException e) {
      return System.nanoTime();
    }
  }

  /** The number in such a file. */
  static long bytes(Stream<String> lines) {
    return lines
        .filter(line -> line.startsWith(READ_BYTES))
        .mapToLong(line -> Long.parseLong(line.substring(READ_BYTES.length())))
        .findFirst()
        .orElseThrow();
  }
}
