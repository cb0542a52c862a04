package dev.malkoha.engine.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.storage.sim.Fault;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A sweep that finds nothing is worth something only where there is something it would find. */
class TrialTest {

  private static final long SEED = 1;
  private static final Damage NONE = Damage.grow("LOCK", 0);

  private final PristineStore store = DamageSweep.store(SEED, 3);

  private static Outcome outcome(PristineStore store, Damage damage) {
    return new Trial(store, damage, LaidOutStore::simulated).run().outcome();
  }

  /** The same store, believed to hold something else. */
  private PristineStore holding(Maps content) {
    return holding(store, content);
  }

  private static PristineStore holding(PristineStore store, Maps content) {
    return new PristineStore(
        store.shape(),
        store.files(),
        store.borders(),
        store.moments(),
        store.changes(),
        content,
        store.keys(),
        store.needed());
  }

  @Test
  void wholeStoresOfAllShapesAreRight() {
    Set<FileKind> kinds = EnumSet.noneOf(FileKind.class);
    long mostSegments = 0;
    boolean ranges = false;
    for (int number = 0; number < StoreShape.COUNT; number++) {
      PristineStore any = DamageSweep.store(SEED, number);
      assertEquals(Outcome.RIGHT, outcome(any, NONE), any.shape()::toString);
      ranges |= any.changes().stream().anyMatch(TrialTest::deletesRange);
      List<FileKind> found = any.files().names().stream().map(FileKind::of).toList();
      kinds.addAll(found);
      mostSegments = Math.max(mostSegments, Collections.frequency(found, FileKind.LOG));
    }
    assertEquals(EnumSet.complementOf(EnumSet.of(FileKind.OTHER)), kinds);
    assertTrue(ranges, "no range deletes");
    assertTrue(mostSegments > 4, "segments: " + mostSegments);
  }

  private static boolean deletesRange(Change change) {
    return change.edits().stream().anyMatch(edit -> edit.end().isPresent());
  }

  @Test
  void aKeyThatIsMissingIsSilent() {
    Maps more = new Maps(store.content());
    more.of(Maps.DEFAULT).put(Bytes.of("never written"), Bytes.of("value"));
    assertEquals(Outcome.SILENT, outcome(holding(more), NONE));
  }

  @Test
  void aKeyThatIsBackIsSilent() {
    Maps less = new Maps(store.content());
    less.of(Maps.DEFAULT).pollFirstEntry();
    assertEquals(Outcome.SILENT, outcome(holding(less), NONE));
  }

  @Test
  void aKeyspaceThatIsMissingOrBackIsSilent() {
    Maps more = new Maps(store.content());
    more.create("never made");
    assertEquals(Outcome.SILENT, outcome(holding(more), NONE));
    PristineStore two =
        DamageSweep.store(
            SEED, List.of(StoreShape.Content.values()).indexOf(StoreShape.Content.KEYSPACES));
    Maps less = new Maps(two.content());
    less.drop(less.names().last());
    assertEquals(Outcome.SILENT, outcome(holding(two, less), NONE));
  }

  @Test
  void anErrorOfTheDiskIsNoAnswerToDamage() {
    LaidOutStore.Layer failing =
        files -> {
          LaidOutStore ground = LaidOutStore.simulated(files);
          ((SimulatedDisk) ground.disk()).fail(Fault.when(call -> call.name().equals("CURRENT")));
          return ground;
        };
    assertEquals(Outcome.VAGUE, new Trial(store, NONE, failing).run().outcome());
  }

  @Test
  void whatIsNotADbExceptionIsForeign() {
    LaidOutStore.Layer none =
        files -> {
          LaidOutStore ground = LaidOutStore.simulated(files);
          ((SimulatedDisk) ground.disk())
              .onCall(
                  call -> {
                    throw new IllegalStateException("foreign");
                  });
          return ground;
        };
    assertEquals(Outcome.FOREIGN, new Trial(store, NONE, none).run().outcome());
  }

  @Test
  void samplesHaveAllKindsOfDamage() {
    List<Damage> all = Damages.all(store, SEED);
    NavigableSet<String> kinds = new TreeSet<>();
    all.forEach(damage -> kinds.add(FileKind.of(damage.file()) + " " + damage.how()));
    NavigableSet<String> sampled = new TreeSet<>();
    Damages.sample(all, kinds.size(), SEED)
        .forEach(damage -> sampled.add(FileKind.of(damage.file()) + " " + damage.how()));
    assertEquals(kinds, sampled);
  }
}
