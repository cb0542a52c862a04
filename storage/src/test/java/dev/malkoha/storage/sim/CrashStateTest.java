package dev.malkoha.storage.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each class of {@link CrashState} leaves of a small history. */
final class CrashStateTest {

  private static final Path DB = Path.of("db");
  private static final int SEEDS = 300;

  private final SimulatedDisk disk = new SimulatedDisk();
  private Directory directory;

  @BeforeEach
  void open() throws IOException {
    directory = disk.openDirectory(DB);
  }

  /** A file with 700 forced bytes of value 1 under a forced name, and 1300 unforced ones of 2. */
  private void grownFile() throws IOException {
    try (WritableFile file = directory.create("grown")) {
      file.append(filled(700, 1), 0, 700);
      file.force();
      directory.force();
      file.append(filled(1_300, 2), 0, 1_300);
    }
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private FilesAtRest left(CrashState how, long seed) {
    return disk.crash(how, seed).filesAtRest(DB);
  }

  /** The runs of equal bytes, as "700x1 1300x2". */
  private static String runs(byte[] content) {
    StringBuilder text = new StringBuilder();
    for (int i = 0, start = 0; i < content.length; i++) {
      if (i + 1 == content.length || content[i + 1] != content[i]) {
        text.append(text.isEmpty() ? "" : " ").append(i + 1 - start).append('x').append(content[i]);
        start = i + 1;
      }
    }
    return text.toString();
  }

  private String grown(CrashState how, long seed) throws NoSuchFileException {
    return runs(left(how, seed).read("grown"));
  }

  @Test
  void growthIsLostKeptOrZero() throws IOException {
    grownFile();
    assertEquals("700x1", grown(CrashState.SYNCED_ONLY, 0));
    assertEquals("700x1", grown(CrashState.DATA_LOST, 0));
    assertEquals("700x1 1300x2", grown(CrashState.EVERYTHING, 0));
    assertEquals("700x1 1300x2", grown(CrashState.NAMES_LOST, 0));
    assertEquals("700x1 1300x0", grown(CrashState.ZEROED_GROWTH, 0));
  }

  @Test
  void growthConsistsOfALengthAndOfSectors() throws IOException {
    grownFile();
    // Sectors 1 (shared with forced bytes), 2 and 3; the length comes first.
    assertEquals(4, disk.unsyncedPieces());
    assertEquals("700x1 1300x0", grown(CrashState.only(0), 0));
    assertEquals("700x1", grown(CrashState.only(1), 0));
    assertEquals("700x1", grown(CrashState.allBut(0), 0));
    assertEquals("700x1 324x0 976x2", grown(CrashState.allBut(1), 0));
    assertEquals("700x1 324x2 512x0 464x2", grown(CrashState.allBut(2), 0));
    assertEquals("700x1 836x2 464x0", grown(CrashState.allBut(3), 0));
    Set<String> oneMissing = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      oneMissing.add(grown(CrashState.ONE_MISSING, seed));
    }
    assertEquals(4, oneMissing.size());
  }

  @Test
  void aTornEndIsAtAnyByteOfTheGrowth() throws IOException {
    grownFile();
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      byte[] content = left(CrashState.TORN_END, seed).read("grown");
      assertEquals(-1, Arrays.mismatch(filled(700, 1), Arrays.copyOf(content, 700)));
      assertTrue(
          content.length == 700 || runs(content).equals("700x1 " + (content.length - 700) + "x2"));
      lengths.add(content.length);
    }
    assertTrue(lengths.size() > SEEDS / 2, "lengths vary: " + lengths.size());
    assertTrue(lengths.stream().anyMatch(length -> length % Inode.SECTOR_BYTES != 0));
  }

  @Test
  void randomStatesReachEverySubsetOfTheSectorsAndNoOther() throws IOException {
    MappedFile log = directory.allocate("log", 3 * 512);
    directory.force();
    log.memory().fill((byte) 9);
    log.force(512, 1);
    assertEquals(2, disk.unsyncedPieces());
    TreeMap<String, Integer> seen = new TreeMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      seen.merge(runs(left(CrashState.RANDOM, seed).read("log")), 1, Integer::sum);
    }
    Set<String> all = Set.of("1536x9", "512x0 1024x9", "1024x9 512x0", "512x0 512x9 512x0");
    assertEquals(all, seen.keySet());
    assertTrue(seen.values().stream().allMatch(count -> count > SEEDS / 8), seen::toString);
  }

  @Test
  void probabilityDecidesHowMuchSurvives() throws IOException {
    MappedFile log = directory.allocate("log", 1_000 * 512);
    directory.force();
    log.memory().fill((byte) 1);
    for (double probability : new double[] {0, 0.1, 0.5, 0.9, 1}) {
      byte[] content = left(CrashState.random(probability), 3).read("log");
      int kept = 0;
      for (int i = 0; i < content.length; i += 512) {
        kept += content[i];
      }
      assertEquals(1_000 * probability, kept, 60);
    }
  }

  @Test
  void changesOfNamesAreLostUnlessTheDirectoryIsForced() throws IOException {
    for (String name : new String[] {"deleted", "renamed", "replaced"}) {
      disk.filesAtRest(DB).write(name, name.getBytes(UTF_8));
    }
    directory.delete("deleted");
    directory.rename("renamed", "replaced");
    try (WritableFile created = directory.create("created")) {
      created.append(new byte[1], 0, 1);
      created.force();
    }
    Set<String> before = Set.of("deleted", "renamed", "replaced");
    Set<String> after = Set.of("replaced", "created");
    assertEquals(before, left(CrashState.SYNCED_ONLY, 0).names());
    assertEquals(before, left(CrashState.NAMES_LOST, 0).names());
    assertEquals("replaced", text(CrashState.NAMES_LOST, "replaced"));
    assertEquals(after, left(CrashState.EVERYTHING, 0).names());
    assertEquals(after, left(CrashState.DATA_LOST, 0).names());
    assertEquals("renamed", text(CrashState.DATA_LOST, "replaced"));
    // Pieces: delete, rename, create.
    assertEquals(Set.of("renamed", "replaced"), left(CrashState.only(0), 0).names());
    assertEquals(Set.of("deleted", "replaced"), left(CrashState.only(1), 0).names());
    assertEquals("renamed", text(CrashState.only(1), "replaced"));
    assertEquals(
        Set.of("deleted", "renamed", "replaced", "created"), left(CrashState.only(2), 0).names());
    directory.force();
    for (CrashState how : CrashState.ALL) {
      assertEquals(after, left(how, 1).names(), how.toString());
    }
  }

  private String text(CrashState how, String name) throws NoSuchFileException {
    return new String(left(how, 0).read(name), UTF_8);
  }

  @Test
  void aRenameIsLostOrKeptWhole() throws IOException {
    disk.filesAtRest(DB).write("from", new byte[] {1});
    disk.filesAtRest(DB).write("to", new byte[] {2});
    directory.rename("from", "to");
    Set<Set<String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      FilesAtRest files = left(CrashState.RANDOM, seed);
      seen.add(files.names());
      assertEquals(files.names().contains("from") ? 2 : 1, files.read("to")[0]);
    }
    assertEquals(Set.of(Set.of("from", "to"), Set.of("to")), seen);
  }

  @Test
  void aChangeThatSurvivesAnEarlierOneSettlesItsOwnNames() throws IOException {
    disk.filesAtRest(DB).write("from", new byte[] {1});
    disk.filesAtRest(DB).write("to", new byte[] {2});
    directory.rename("from", "to");
    directory.delete("to");
    assertEquals(Set.of("from"), left(CrashState.only(1), 0).names());
    assertEquals(Set.of("to"), left(CrashState.only(0), 0).names());
    assertEquals(Set.of("from", "to"), left(CrashState.SYNCED_ONLY, 0).names());
  }

  @Test
  void aForcedFileUnderAnUnforcedNameMayBeGone() throws IOException {
    try (WritableFile file = directory.create("a")) {
      file.append(new byte[] {1}, 0, 1);
      file.force();
    }
    int missing = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      FilesAtRest files = left(CrashState.RANDOM, seed);
      if (files.names().isEmpty()) {
        missing++;
      } else {
        assertArrayEquals(new byte[] {1}, files.read("a"), "its forced bytes are there if it is");
      }
    }
    assertTrue(missing > 0 && missing < SEEDS);
  }

  @Test
  void aJournalKeepsTheFirstChangesOfNames() throws IOException {
    for (int i = 0; i < 6; i++) {
      directory.create("f" + i).close();
    }
    Set<Integer> counts = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Set<String> names = left(CrashState.JOURNALED_NAMES, seed).names();
      for (int i = 0; i < names.size(); i++) {
        assertTrue(names.contains("f" + i), names::toString);
      }
      counts.add(names.size());
    }
    assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6), counts);
    boolean gap = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      Set<String> names = left(CrashState.RANDOM, seed).names();
      gap |= names.contains("f5") && !names.contains("f0");
    }
    assertTrue(gap, "without a journal a later change may survive an earlier one");
  }

  @Test
  void aHalfMadeAllocationMayHaveAnyLength() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    disk.onCall(
        call -> {
          if (call.kind() == CallKind.ALLOCATE_FORCE) {
            for (int seed = 0; seed < SEEDS; seed++) {
              lengths.add(length(left(CrashState.RANDOM, seed)));
            }
          }
        });
    directory.allocate("log", 1_000).close();
    assertTrue(lengths.contains(-1) && lengths.contains(0) && lengths.contains(1_000));
    assertTrue(lengths.size() > 20, "and many between: " + lengths.size());
  }

  private static int length(FilesAtRest files) {
    try {
      return files.read("log").length;
    } catch (NoSuchFileException e) {
      return -1;
    }
  }

  @Test
  void theSameSeedLeavesTheSameState() throws IOException {
    grownFile();
    directory.create("a").close();
    directory.create("b").close();
    boolean differ = false;
    for (CrashState how : CrashState.ALL) {
      for (int seed = 0; seed < 20; seed++) {
        FilesAtRest files = left(how, seed);
        assertEquals(files.names(), left(how, seed).names());
        assertArrayEquals(files.read("grown"), left(how, seed).read("grown"));
        differ |= !files.names().equals(left(how, seed + 1).names());
      }
    }
    assertTrue(differ);
  }
}
