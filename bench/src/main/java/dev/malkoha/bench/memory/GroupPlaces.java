package dev.malkoha.bench.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where this process might make groups whose memory is limited.
 *
 * @param version which the system has for memory
 * @param groups this process' own group first, then those around it; none where it has none
 */
record GroupPlaces(GroupVersion version, List<Path> groups) {

  /** In a line of mountinfo: what of the hierarchy is mounted, and where. */
  private static final int ROOT = 3;

  private static final int POINT = 4;

  /** The places of this process. */
  static GroupPlaces ofThisProcess() {
    return of(lines("/proc/self/cgroup"), lines("/proc/self/mountinfo"));
  }

  /** By the lines of {@code /proc/self/cgroup} and {@code /proc/self/mountinfo}. */
  static GroupPlaces of(List<String> own, List<String> mounts) {
    Optional<String> v1 = own.stream().filter(GroupPlaces::isOfMemory).findFirst();
    GroupVersion version = v1.isPresent() ? GroupVersion.V1 : GroupVersion.V2;
    Optional<String> mine =
        v1.or(() -> own.stream().filter(line -> line.startsWith("0::")).findFirst());
    Optional<String[]> mount =
        mounts.stream()
            .filter(line -> isMount(line, version))
            .map(line -> line.split(" ", -1))
            .findFirst();
    if (mine.isEmpty() || mount.isEmpty()) {
      return new GroupPlaces(version, List.of());
    }
    String path = mine.get().split(":", 3)[2];
    return new GroupPlaces(version, upwards(mount.get()[ROOT], mount.get()[POINT], path));
  }

  private static boolean isOfMemory(String line) {
    return List.of(line.split(":", 3)[1].split(",", -1)).contains("memory");
  }

  /** The file system's kind and its own options are after a dash. */
  private static boolean isMount(String line, GroupVersion version) {
    String[] kind = line.substring(line.indexOf(" - ") + 3).split(" ", -1);
    boolean memory = List.of(kind[kind.length - 1].split(",", -1)).contains("memory");
    return version == GroupVersion.V1
        ? kind[0].equals("cgroup") && memory
        : kind[0].equals("cgroup2");
  }

  /** The part above the mount's root, as in a container, cannot be seen. */
  private static List<Path> upwards(String root, String point, String path) {
    Path top = Path.of(point);
    Path mounted = Path.of(root);
    Path own = Path.of(path).normalize();
    List<Path> groups = new ArrayList<>();
    Path at = own.startsWith(mounted) ? top.resolve(mounted.relativize(own).toString()) : top;
    for (; at != null && at.startsWith(top); at = at.getParent()) {
      groups.add(at);
    }
    return groups;
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of(); // on a system without such groups
    }
  }
}
