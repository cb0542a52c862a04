package dev.malkoha.kafka.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SimulatedDb;
import dev.malkoha.kafka.state.StateDb;
import dev.malkoha.kafka.state.Task;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.apache.kafka.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * A store on a simulated disk that is closed, killed or loses its power, and opened again, beside
 * the models of what it may hold then.
 */
final class MortalStore<S extends StateStore> {

  private static final DbOptions SMALL =
      DbOptions.builder()
          .memTableBytes(8 << 10)
          .blockCacheBytes(64 << 10)
          .blockBytes(512)
          .tableBytes(16 << 10)
          .openAtLastMark(true)
          .build();

  private final Task task;
  private final Function<StateDb.Opener, S> make;
  private final Random random;
  private SimulatedDisk disk = new SimulatedDisk();
  private @Nullable Db db;
  private S store;

  /** The model when the store was opened, and after each commit since. */
  private final List<SegmentModel> since = new ArrayList<>();

  MortalStore(Task task, Function<StateDb.Opener, S> make, Random random) {
    this.task = task;
    this.make = make;
    this.random = random;
    store = open();
  }

  private S open() {
    return task.open(make.apply(this::onDisk));
  }

  private Db onDisk(Path path, DbOptions options) {
    db = SimulatedDb.open(disk, path, SMALL);
    return db;
  }

  S store() {
    return store;
  }

  /** Notes that the store was committed, with what it holds. */
  void committed(SegmentModel model) {
    since.add(model.copy());
  }

  /** Ends the store, opens it again, and says what it should hold by what it does hold. */
  SegmentModel endAndReopen() {
    int how = random.nextInt(4);
    SimulatedDisk left =
        switch (how) {
          case 0 -> disk;
          case 1 -> disk.kill();
          default -> disk.crash(CrashState.random(random.nextDouble()), random.nextLong());
        };
    store.close();
    disk = left;
    store = open();
    List<String> held = SegmentModel.held(Objects.requireNonNull(db));
    List<SegmentModel> possible = how < 2 ? List.of(since.getLast()) : since.reversed();
    SegmentModel model =
        possible.stream().filter(then -> then.held().equals(held)).findFirst().orElse(null);
    if (model == null) {
      assertEquals(
          since.getLast().held(), held, "it holds what no commit has left since it was opened");
    }
    SegmentModel found = Objects.requireNonNull(model).copy();
    found.reopen();
    since.clear();
    since.add(found.copy());
    return found;
  }
}
