package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GroupPlacesTest {

  private static final String V1_MOUNT =
      "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";
  private static final String CPU_MOUNT =
      "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct";
  private static final String V2_MOUNT =
      "41 31 0:38 / /sys/fs/cgroup rw,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate";

  @Test
  void versionOneHasAHierarchyForMemory() {
    GroupPlaces places =
        GroupPlaces.of(
            List.of("9:name=systemd:/", "4:memory:/a/b", "2:cpu,cpuacct:/", "0::/"),
            List.of(CPU_MOUNT, V2_MOUNT, V1_MOUNT));

    assertEquals(GroupVersion.V1, places.version());
    assertEquals(paths("memory/a/b", "memory/a", "memory"), places.groups());
  }

  @Test
  void versionTwoHasOneForAll() {
    GroupPlaces places =
        GroupPlaces.of(List.of("0::/user.slice/run-1.scope"), List.of(CPU_MOUNT, V2_MOUNT));

    assertEquals(GroupVersion.V2, places.version());
    assertEquals(paths("user.slice/run-1.scope", "user.slice", ""), places.groups());
  }

  @Test
  void aContainerSeesAPart() {
    String mount =
        "35 31 0:32 /docker/17 /sys/fs/cgroup/memory ro,relatime - cgroup cgroup rw,memory";

    assertEquals(
        paths("memory/inner", "memory"),
        GroupPlaces.of(List.of("4:memory:/docker/17/inner"), List.of(mount)).groups());
    assertEquals(
        paths("memory"), GroupPlaces.of(List.of("4:memory:/other"), List.of(mount)).groups());
  }

  @Test
  void aSystemMayHaveNone() {
    assertEquals(List.of(), GroupPlaces.of(List.of(), List.of()).groups());
    assertEquals(List.of(), GroupPlaces.of(List.of("0::/"), List.of(CPU_MOUNT)).groups());
  }

  private static List<Path> paths(String... below) {
    return List.of(below).stream().map(path -> Path.of("/sys/fs/cgroup").resolve(path)).toList();
  }
}
