package dev.malkoha.bench.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How far the system reads ahead of what is asked for, on the device of a directory. */
final class ReadAhead {

  private static final List<String> FILES =
      List.of(
          "/sys/class/bdi/%s/read_ahead_kb",
          "/sys/dev/block/%s/queue/read_ahead_kb", "/sys/dev/block/%s/../queue/read_ahead_kb");

  private ReadAhead() {}

  /** KiB and the device's numbers, in words. */
  static String of(Path directory) throws IOException {
    String device = device(((Number) Files.getAttribute(directory, "unix:dev")).longValue());
    for (String file : FILES) {
      Path path = Path.of(file.formatted(device));
      if (Files.isReadable(path)) {
        return Files.readString(path).strip() + ", device " + device;
      }
    }
    return "not known of device " + device;
  }

  /** A device's number as Linux writes it, its two parts apart. */
  static String device(long number) {
    long major = ((number >>> 8) & 0xFFF) | ((number >>> 32) & ~0xFFFL);
    long minor = (number & 0xFF) | ((number >>> 12) & 0xFFFFFF00L);
    return major + ":" + minor;
  }
}
