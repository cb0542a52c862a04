package dev.malkoha.storage.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories, cut at every call in every way, against the plainest account of what must and
 * what may be left.
 */
final class CrashHistoryTest {

  private static final Path DB = Path.of("db");
  private static final int HISTORIES = 60;
  private static final int STEPS = 40;

  /** Bytes of a file in order, and how many of them were forced; a name is forced or not. */
  private static final class Expected {
    byte[] written = new byte[0];
    int forced;
    boolean nameForced;
  }

  private final Map<String, Expected> expected = new HashMap<>();
  private long states;

  @Tag("hunt")
  @Test
  void whatWasForcedIsNeverLostAndNothingIsInvented() throws IOException {
    long[] seeds = Trials.seeds(HISTORIES).toArray();
    for (long seed : seeds) {
      run(seed);
    }
    long least = Trials.isWhole() ? 20_000 : 200L * seeds.length;
    assertTrue(states > least, "states examined: " + states);
  }

  private void run(long seed) throws IOException {
    expected.clear();
    Random random = new Random(seed);
    SimulatedDisk disk = new SimulatedDisk();
    Directory directory = disk.openDirectory(DB);
    Map<String, WritableFile> files = new HashMap<>();
    disk.onCall(call -> check(disk, seed, random.nextInt()));
    for (int step = 0; step < STEPS; step++) {
      step(directory, files, "f" + step, random);
      if (random.nextInt(5) == 0) {
        disk.writeBack(0.5, random.nextLong());
      }
    }
    check(disk, seed, 0);
  }

  private void step(
      Directory directory, Map<String, WritableFile> files, String newName, Random random)
      throws IOException {
    String name =
        files.keySet().stream().skip(random.nextInt(files.size() + 1)).findFirst().orElse("");
    WritableFile file = files.get(name);
    int action = random.nextInt(10);
    if (file == null || action == 0) {
      files.put(newName, directory.create(newName));
      expected.put(newName, new Expected());
    } else if (action < 5) {
      append(file, of(name), random);
    } else if (action < 8) {
      file.force();
      of(name).forced = of(name).written.length;
    } else if (action == 8) {
      directory.force();
      expected.values().forEach(e -> e.nameForced = true);
    } else {
      directory.delete(name);
      files.remove(name);
    }
  }

  private Expected of(String name) {
    Expected found = expected.get(name);
    if (found == null) {
      throw new IllegalArgumentException(name);
    }
    return found;
  }

  private static void append(WritableFile file, Expected account, Random random)
      throws IOException {
    byte[] bytes = new byte[random.nextInt(1_500)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (1 + random.nextInt(100));
    }
    byte[] before = account.written;
    byte[] after = Arrays.copyOf(before, before.length + bytes.length);
    System.arraycopy(bytes, 0, after, before.length, bytes.length);
    file.append(bytes, 0, bytes.length);
    account.written = after;
  }

  private void check(SimulatedDisk disk, long seed, int crashSeed) {
    Set<String> live = disk.filesAtRest(DB).names();
    for (CrashState how : CrashState.ALL) {
      states++;
      FilesAtRest files = disk.crash(how, crashSeed).filesAtRest(DB);
      String where = how + " " + crashSeed + ", " + Trials.replay(CrashHistoryTest.class, seed);
      for (String name : files.names()) {
        check(files, name, where, disk);
      }
      for (String name : live) {
        Expected account = expected.get(name);
        if (account != null && account.nameForced) {
          assertTrue(files.names().contains(name), () -> where + "\n" + disk.history());
        }
      }
    }
  }

  private void check(FilesAtRest files, String name, String where, SimulatedDisk disk) {
    Expected account = of(name);
    byte[] content = read(files, name);
    assertTrue(
        content.length >= account.forced && content.length <= account.written.length,
        () -> where + ": " + name + " has " + content.length + "\n" + disk.history());
    for (int i = 0; i < content.length; i++) {
      if (content[i] != account.written[i] && (i < account.forced || content[i] != 0)) {
        throw new AssertionError(where + ": " + name + " at " + i + "\n" + disk.history());
      }
    }
  }

  private static byte[] read(FilesAtRest files, String name) {
    try {
      return files.read(name);
    } catch (NoSuchFileException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void crashStatesCanBeTakenWhileOthersWrite() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    Directory directory = disk.openDirectory(DB);
    MappedFile log = directory.allocate("log", 64 * 1024);
    directory.force();
    FutureTask<Integer> mapped = new FutureTask<>(() -> fill(log));
    FutureTask<Integer> appended = new FutureTask<>(() -> append(directory));
    Thread.ofPlatform().start(mapped);
    Thread.ofPlatform().start(appended);
    long seed = 0;
    while (!mapped.isDone() || !appended.isDone()) {
      FilesAtRest files = disk.crash(CrashState.RANDOM, seed++).filesAtRest(DB);
      assertEquals(64 * 1024, files.read("log").length);
    }
    assertEquals(64 * 1024, mapped.get());
    assertEquals(200, appended.get());
    byte[] left = disk.crash(CrashState.SYNCED_ONLY, 0).filesAtRest(DB).read("log");
    for (byte b : left) {
      assertEquals(1, b);
    }
  }

  private static int fill(MappedFile log) throws IOException {
    byte[] one = {1};
    int written = 0;
    for (; written < 64 * 1024; written++) {
      log.write(written, one, 0, 1);
      if (written % 256 == 255) {
        log.force(written - 255, 256);
      }
    }
    return written;
  }

  private static int append(Directory directory) throws IOException {
    int files = 0;
    for (; files < 200; files++) {
      try (WritableFile file = directory.create("f" + files)) {
        file.append(new byte[100], 0, 100);
        file.force();
      }
      directory.force();
      directory.delete("f" + files);
    }
    return files;
  }
}
