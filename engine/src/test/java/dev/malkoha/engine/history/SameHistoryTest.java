package dev.malkoha.engine.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.malkoha.engine.beside.BesideHunt;
import dev.malkoha.engine.beside.FullSpeedHunt;
import dev.malkoha.engine.beside.IngestBesideHunt;
import dev.malkoha.engine.beside.ReplacedHunt;
import dev.malkoha.engine.checkpoint.CheckpointHunt;
import dev.malkoha.engine.checkpoint.CheckpointRaceHunt;
import dev.malkoha.engine.crash.DeleteCrashHunt;
import dev.malkoha.engine.crash.ExpiryCrashHunt;
import dev.malkoha.engine.crash.IngestCrashHunt;
import dev.malkoha.engine.crash.KeyspaceCrashHunt;
import dev.malkoha.engine.crash.MergeCrashHunt;
import dev.malkoha.engine.damage.FactHunt;
import dev.malkoha.engine.damage.OpenDamageHunt;
import dev.malkoha.engine.damage.SkipHunt;
import dev.malkoha.engine.model.DeleteHunt;
import dev.malkoha.engine.model.ExpiryHunt;
import dev.malkoha.engine.model.FifoHunt;
import dev.malkoha.engine.model.FilterHunt;
import dev.malkoha.engine.model.IngestHunt;
import dev.malkoha.engine.model.KeyspaceHunt;
import dev.malkoha.engine.model.KeyspaceJobsHunt;
import dev.malkoha.engine.model.MarkHunt;
import dev.malkoha.engine.model.MergeHunt;
import dev.malkoha.engine.model.MomentHunt;
import dev.malkoha.engine.model.PrefixHunt;
import dev.malkoha.engine.model.QueueHunt;
import dev.malkoha.engine.model.RaceHunt;
import dev.malkoha.engine.model.ReadHunt;
import dev.malkoha.engine.model.ServiceHunt;
import dev.malkoha.engine.model.TransactionHunt;
import dev.malkoha.engine.model.WaitingCommitHunt;
import dev.malkoha.engine.model.WalkHunt;
import dev.malkoha.engine.observe.ObserverHunt;
import dev.malkoha.engine.rival.RivalHunt;
import dev.malkoha.engine.share.SharingHunt;
import dev.malkoha.storage.sim.CallDigest;
import dev.malkoha.tools.salvage.SalvageHunt;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A random history is a function of its seed: run twice, once while other threads take the
 * processors from it, it makes the same calls to its disks, with the same bytes, in the same order.
 */
@Tag("hunt")
class SameHistoryTest {

  private static final int SEEDS = 10;

  private static final List<Class<? extends LongPredicate>> BY_SEED =
      List.of(
          BesideHunt.class,
          CheckpointHunt.class,
          DeleteCrashHunt.class,
          DeleteHunt.class,
          ExpiryCrashHunt.class,
          ExpiryHunt.class,
          FactHunt.class,
          FifoHunt.class,
          FilterHunt.class,
          IngestBesideHunt.class,
          IngestCrashHunt.class,
          IngestHunt.class,
          KeyspaceCrashHunt.class,
          KeyspaceHunt.class,
          MarkHunt.class,
          MergeCrashHunt.class,
          MergeHunt.class,
          ObserverHunt.class,
          OpenDamageHunt.class,
          PrefixHunt.class,
          QueueHunt.class,
          RaceHunt.class,
          ReadHunt.class,
          ReplacedHunt.class,
          RivalHunt.class,
          SalvageHunt.class,
          ServiceHunt.class,
          SharingHunt.class,
          SkipHunt.class,
          TransactionHunt.class,
          WalkHunt.class);

  /** What they look for comes about between threads; they take no seed. */
  private static final List<Class<? extends LongPredicate>> OF_THREADS =
      List.of(
          CheckpointRaceHunt.class,
          KeyspaceJobsHunt.class,
          MomentHunt.class,
          WaitingCommitHunt.class);

  /** Runs some long histories, without a choice in them. */
  private static final List<Class<? extends LongPredicate>> WITHOUT_CHANCE =
      List.of(FullSpeedHunt.class);

  @ParameterizedTest
  @FieldSource("BY_SEED")
  void aSeedIsAHistory(Class<? extends LongPredicate> hunt) {
    // It comes first, so that what classes make once for all histories is made before they are
    // compared.
    String another = digest(hunt, Trials.seed() + 1);
    assertNotEquals(another, digest(hunt, Trials.seed()));
    Trials.seeds(SEEDS)
        .forEach(seed -> assertEquals(whileBusy(hunt, seed), digest(hunt, seed), "seed " + seed));
  }

  @Test
  void allHuntsAreInAList() throws IOException {
    Set<String> listed =
        Stream.of(BY_SEED, OF_THREADS, WITHOUT_CHANCE)
            .flatMap(List::stream)
            .map(Class::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(listed, hunts());
  }

  private static Set<String> hunts() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith("Hunt.java")).toList()) {
        if (!Files.readString(file).contains("abstract class")) {
          names.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return names;
  }

  /** The digest on a machine whose processors have other work. */
  private static String whileBusy(Class<? extends LongPredicate> hunt, long seed) {
    AtomicBoolean isOver = new AtomicBoolean();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread.ofPlatform().daemon().start(() -> beBusyUntil(isOver));
    }
    try {
      return digest(hunt, seed);
    } finally {
      isOver.set(true);
    }
  }

  private static void beBusyUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }

  private static String digest(Class<? extends LongPredicate> hunt, long seed) {
    return CallDigest.of(() -> run(hunt, seed));
  }

  private static void run(Class<? extends LongPredicate> hunt, long seed) {
    try {
      assertEquals(false, hunt.getConstructor().newInstance().test(seed), "seed " + seed);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
