package dev.malkoha.bench.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups of processes in directories that are none of the kernel's. */
final class MemoryGroupTest {

  private static final long LIMIT = 1 << 30;

  @TempDir private Path place;

  @ParameterizedTest
  @EnumSource
  void whereNoneMayBeMadeItSaysWhatToDo(GroupVersion version) {
    GroupPlaces places = new GroupPlaces(version, List.of(place, place.resolve("missing")));

    IOException failure = assertThrows(IOException.class, () -> MemoryGroup.of(places, LIMIT));

    assertTrue(failure.toString().contains("root"), failure.toString());
    assertTrue(failure.toString().contains("systemd-run"), failure.toString());
    assertArrayEquals(new String[0], place.toFile().list());
  }

  @Test
  void whereNoneIsMountedItSaysSo() {
    GroupPlaces places = new GroupPlaces(GroupVersion.V2, List.of());

    IOException failure = assertThrows(IOException.class, () -> MemoryGroup.of(places, LIMIT));

    assertTrue(failure.toString().contains("no such groups are mounted"), failure.toString());
  }

  @Test
  void oneThatIsThereWillDoIfItIsSmallEnough() throws IOException {
    GroupPlaces places = new GroupPlaces(GroupVersion.V2, List.of(place));
    Path limit = place.resolve("memory.max");

    Files.writeString(limit, "max\n");
    assertThrows(IOException.class, () -> MemoryGroup.of(places, LIMIT));

    Files.writeString(limit, LIMIT + "\n");
    Files.writeString(place.resolve("memory.stat"), "anon 17\nfile 4\n");
    Files.writeString(place.resolve("memory.events"), "oom 1\noom_kill 1\n");
    try (MemoryGroup group = MemoryGroup.of(places, LIMIT)) {
      assertEquals(List.of("java"), group.inside(List.of("java")));
      assertEquals(17, group.anonymousBytes());
      assertEquals(1, group.kills());
    }
    assertTrue(Files.exists(limit));
  }
}
