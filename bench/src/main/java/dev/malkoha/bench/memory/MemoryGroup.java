package dev.malkoha.bench.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A group of processes whose memory, page cache included, is limited. It ends when closed, unless
 * it was there before.
 */
final class MemoryGroup implements AutoCloseable {

  private static final String PARTS = "cgroup.subtree_control";

  private final GroupVersion version;
  private final Path directory;
  private final boolean made;

  private MemoryGroup(GroupVersion version, Path directory, boolean made) {
    this.version = version;
    this.directory = directory;
    this.made = made;
  }

  /**
   * Makes one at the first place where that may be. Where it may nowhere, but this process is in a
   * group of no more memory, it is that one.
   *
   * @throws IOException if there is neither; it says what to do
   */
  static MemoryGroup of(GroupPlaces places, long bytes) throws IOException {
    List<String> problems = new ArrayList<>();
    for (Path place : places.groups()) {
      try {
        return make(places.version(), place, bytes);
      } catch (IOException e) {
        problems.add(e.toString());
      }
    }
    for (Path place : places.groups()) {
      if (limit(place.resolve(places.version().limitFile())) <= bytes) {
        return new MemoryGroup(places.version(), place, false);
      }
    }
    throw new IOException(refusal(bytes, problems));
  }

  private static String refusal(long bytes, List<String> problems) {
    return "no group of processes with limited memory (cgroup) can be made here. Run this as root,"
        + " or put all of it into such a group: systemd-run --user --scope -p MemoryMax="
        + bytes
        + " -p MemorySwapMax=0 ./malkoha bench ... Tried: "
        + (problems.isEmpty() ? "no such groups are mounted" : String.join("; ", problems));
  }

  private static MemoryGroup make(GroupVersion version, Path place, long bytes) throws IOException {
    if (version == GroupVersion.V2 && !read(place.resolve(PARTS)).contains("memory")) {
      write(place.resolve(PARTS), "+memory");
    }
    Path directory = Files.createDirectory(place.resolve("malkoha-" + UUID.randomUUID()));
    MemoryGroup group = new MemoryGroup(version, directory, true);
    try {
      write(directory.resolve(version.limitFile()), Long.toString(bytes));
      Path swap = directory.resolve(version.swapFile());
      if (Files.exists(swap)) { // not every system counts what is swapped
        write(swap, Long.toString(version.noSwap(bytes)));
      }
    } catch (IOException e) {
      group.close();
      throw e;
    }
    return group;
  }

  /** The limit of a group; endless where nothing says so. */
  private static long limit(Path file) {
    try {
      String text = read(file).strip();
      return text.matches("\\d{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Which version it is of, and whether it is our own, in words. */
  String describe() {
    return "cgroup version "
        + (version == GroupVersion.V1 ? 1 : 2)
        + (made ? ", one for each process" : ", the one that was there, this process in it");
  }

  /** A command whose process is in the group before it becomes that of the given command. */
  List<String> inside(List<String> command) {
    if (!made) {
      return command;
    }
    List<String> all =
        new ArrayList<>(List.of("/bin/sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\""));
    all.add(directory.toString());
    all.addAll(command);
    return all;
  }

  /** Bytes of its processes that are in no file. */
  long anonymousBytes() throws IOException {
    return version.anonymousBytes(read(directory.resolve("memory.stat")).lines().toList());
  }

  /** How many of its processes were killed for lack of memory. */
  long kills() throws IOException {
    return GroupVersion.kills(read(directory.resolve(version.eventsFile())).lines().toList());
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.WRITE);
  }

  /** Ends it; its processes have ended. */
  @Override
  public void close() throws IOException {
    if (made) {
      Files.deleteIfExists(directory);
    }
  }
}
