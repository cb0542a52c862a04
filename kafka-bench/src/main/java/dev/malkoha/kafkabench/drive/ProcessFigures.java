package dev.malkoha.kafkabench.drive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The figures of a process from Linux: its memory, and what it has written. */
public final class ProcessFigures {

  private ProcessFigures() {}

  /** Bytes that are in memory and not in any file: heap and native memory. */
  public static long anonymousBytes(long pid) throws IOException {
    return number(pid, "status", "RssAnon:") << 10;
  }

  /** Bytes that are in memory, those of mapped files among them. */
  public static long residentBytes(long pid) throws IOException {
    return number(pid, "status", "VmRSS:") << 10;
  }

  /** Bytes that the process has given the system to write to disks. */
  public static long writtenBytes(long pid) throws IOException {
    return number(pid, "io", "write_bytes:");
  }

  private static long number(long pid, String file, String name) throws IOException {
    Path path = Path.of("/proc", Long.toString(pid), file);
    List<String> lines = Files.readAllLines(path, UTF_8);
    String line =
        lines.stream()
            .filter(l -> l.startsWith(name))
            .findFirst()
            .orElseThrow(() -> new IOException(path + " has no line " + name));
    return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
  }
}
