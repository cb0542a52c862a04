package dev.malkoha.storage.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SimulatedDiskTest {

  private static final Path DB = Path.of("db");
  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void aFileForcedInAForcedDirectorySurvivesEveryCrash() throws IOException {
    byte[] content = new byte[1300];
    content[1299] = 7;
    try (Directory directory = disk.openDirectory(DB)) {
      try (WritableFile file = directory.create("a")) {
        file.append(content, 0, content.length);
        file.force();
        directory.force();
        file.append(content, 0, content.length);
      }
      for (CrashState how : CrashState.ALL) {
        for (int seed = 0; seed < 20; seed++) {
          byte[] left = disk.crash(how, seed).filesAtRest(DB).read("a");
          assertArrayEquals(content, java.util.Arrays.copyOf(left, 1300), how + " seed " + seed);
        }
      }
    }
  }

  @Test
  void aNameThatWasNotForcedCanBeLost() throws IOException {
    try (Directory directory = disk.openDirectory(DB);
        WritableFile file = directory.create("a")) {
      file.force();
    }
    assertEquals(Set.of(), disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).names());
    assertEquals(Set.of("a"), disk.crash(CrashState.EVERYTHING, 0).filesAtRest(DB).names());
    assertFalse(disk.kill().filesAtRest(DB).names().isEmpty());
  }
}
