package dev.malkoha.engine.background;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Problem;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.engine.events.StoreEvent.Damaged;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files are read again, slowly, and those that have changed are told of. */
class ScrubTest {

  private static final int RATE = 4096;
  private static final int ENTRIES = 400;

  /** Seconds in which every file is read. */
  private static final int LONG = 200;

  private final SimulatedDisk disk = new SimulatedDisk();
  private final ManualTicker clock = new ManualTicker();
  private final List<Damaged> told = new CopyOnWriteArrayList<>();
  private Db db;
  private Duration passed = Duration.ZERO;

  @BeforeEach
  void fill() {
    DbListener listener =
        new DbListener() {
          @Override
          public void damaged(Damaged event) {
            told.add(event);
          }
        };
    DbOptions options =
        DbOptions.builder()
            .listener(listener)
            .scrubBytesPerSecond(RATE)
            .valueFileThreshold(100)
            .tableBytes(8 << 10)
            .blockCacheBytes(0)
            .deleteApplier(false)
            .build();
    Workers workers = Workers.of(Runnable::run, Runnable::run, Runnable::run, clock);
    TimeAndChance outside = new TimeAndChance(() -> disk.nanos() + passed.toNanos(), disk::draw);
    db = StoreDb.open(disk, Stores.PATH, options, workers, outside, Wanted.STORE_OR_NEW);
    for (int i = 0; i < ENTRIES; i++) {
      String value = "value " + i * 1_234_567L;
      db.put("key%04d".formatted(i).getBytes(UTF_8), value.repeat(i % 12 + 1).getBytes(UTF_8));
    }
    db.compact();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private FilesAtRest files() {
    return disk.filesAtRest(Stores.PATH);
  }

  private Set<String> data() {
    return files().names().stream()
        .filter(name -> name.endsWith(".sst") || name.endsWith(".val"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void damage(String name) throws IOException {
    files().flipBit(name, files().read(name).length * 4L);
  }

  /** The files that are known to be damaged. */
  private Set<String> found() {
    return db.problems().stream()
        .filter(problem -> problem.kind() == Problem.Kind.DAMAGE)
        .map(Problem::file)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void soundFilesAreNothingToTellOf() {
    clock.pass(LONG);
    assertEquals(List.of(), db.problems());
  }

  @Test
  void eachFileThatHasChangedIsToldOnce() throws IOException {
    assertTrue(data().stream().anyMatch(name -> name.endsWith(".val")));
    for (String name : data()) {
      damage(name);
    }
    clock.pass(LONG);
    Set<String> damaged = data();
    assertEquals(damaged, found());
    db.close(); // by then listeners have been told
    assertEquals(
        damaged, told.stream().map(Damaged::file).collect(Collectors.toCollection(TreeSet::new)));
    assertEquals(damaged.size(), told.size());
  }

  @Test
  void readsNoMoreThanItMay() throws IOException {
    for (String name : data()) {
      damage(name);
    }
    for (int seconds = 1; found().size() < data().size(); seconds++) {
      clock.pass(1);
      long read = 0;
      for (String name : found()) {
        read += files().read(name).length;
      }
      assertTrue(read <= (long) seconds * RATE, read + " bytes in " + seconds + " s");
    }
  }

  @Test
  void aFileThatGoesMeanwhileIsNothingToTellOf() {
    clock.pass(1);
    db.put("key0000".getBytes(UTF_8), "new".getBytes(UTF_8));
    db.compact();
    clock.pass(LONG);
    assertEquals(List.of(), db.problems());
  }

  @Test
  void aFileIsReadAgainAfterSevenDays() throws IOException {
    clock.pass(LONG);
    for (String name : data()) {
      damage(name);
    }
    passed = Duration.ofDays(7).minusHours(1);
    clock.pass(LONG);
    assertEquals(Set.of(), found());
    passed = Duration.ofDays(7);
    clock.pass(LONG);
    assertEquals(data(), found());
  }
}
