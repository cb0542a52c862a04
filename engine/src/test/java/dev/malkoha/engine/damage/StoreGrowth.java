package dev.malkoha.engine.damage;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.damage.StoreShape.End;
import dev.malkoha.engine.damage.StoreShape.Ending;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.history.Spread;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestAppendix;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.log.LogVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The making of one store, from nothing to its end. */
final class StoreGrowth {

  private static final int KEYS = 120;
  private static final int LARGE_BYTES = 1500;
  private static final int MOMENTS = 3;
  private static final int LATER_WRITES = 12;

  private final StoreShape shape;
  private final SplittableRandom random;
  private final Changes source;
  private final WriteBorders borders = new WriteBorders();
  private final List<Change> changes = new ArrayList<>();
  private final List<StoreFiles> moments = new ArrayList<>();
  private final Maps content = new Maps();
  private final Spread spread;
  private final NavigableSet<Bytes> keys = new TreeSet<>();
  private SimulatedDisk disk = new SimulatedDisk();

  private StoreGrowth(StoreShape shape, long seed) {
    this.shape = shape;
    this.random = new SplittableRandom(seed);
    this.source =
        new Changes(
            random,
            Keys.random(random, KEYS),
            shape.content().largeOneIn,
            LARGE_BYTES,
            shape.content().mix());
    this.spread = new Spread(random, Spread.names(shape.content().keyspaces()));
    spread.names().forEach(content::create);
    disk.onCall(borders);
  }

  /** The store of a shape and a seed. */
  static PristineStore grow(StoreShape shape, long seed) {
    StoreGrowth growth = new StoreGrowth(shape, seed);
    growth.live();
    return growth.result();
  }

  private void live() {
    Ending ending = shape.ending();
    int later = ending.writtenAgain ? LATER_WRITES : 0;
    liveOnce(shape.content().writes - later, ending.first);
    if (ending.again) {
      liveOnce(later, ending.last);
    }
  }

  /** One opening, writes, and its end. */
  private void liveOnce(int writes, End end) {
    Db db = Stores.open(disk, shape.options());
    int part = writes / (MOMENTS + 1) + 1;
    for (int i = 1; i <= writes; i++) {
      step(db, i % part == 0);
    }
    switch (end) {
      case CLOSE -> db.close();
      case KILL -> goOnWith(disk.kill());
      case POWER_CUT -> {
        write(db, Change.put(Bytes.of("last"), source.value(), Durability.SYNC));
        goOnWith(disk.crash(CrashState.SYNCED_ONLY, 0));
      }
    }
  }

  private void goOnWith(SimulatedDisk left) {
    disk = left;
    disk.onCall(borders);
  }

  private void step(Db db, boolean remember) {
    Change plain = source.next();
    Change next = shape.content().keyspaces() == 1 ? plain : spread.spread(plain);
    write(db, new Change(next.edits(), Optional.empty()));
    int pauseOneIn = shape.content().pauseOneIn;
    if (pauseOneIn > 0 && random.nextInt(pauseOneIn) == 0) {
      pause(db);
    }
    if (remember) {
      moments.add(files());
    }
  }

  private void pause(Db db) {
    switch (random.nextInt(4)) {
      case 0 -> db.compact();
      case 1 -> db.awaitIdle();
      default -> db.flush();
    }
  }

  private void write(Db db, Change change) {
    change.applyTo(db);
    change.applyTo(content);
    changes.add(change);
    change.edits().forEach(edit -> keys.add(edit.key()));
  }

  private StoreFiles files() {
    return new LaidOutStore.Simulated(disk, Stores.PATH).files();
  }

  private PristineStore result() {
    try {
      return new PristineStore(shape, files(), borders, moments, changes, content, keys, needed());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The tables, sidecars and value files that the manifest names, and segments with records it may
   * lack.
   */
  private NavigableSet<String> needed() throws IOException {
    ManifestState state = new ManifestAppendix(disk).state();
    NavigableSet<String> needed = new TreeSet<>();
    for (KeyspaceState keyspace : state.keyspaces()) {
      keyspace.tables().forEach(table -> needed.add(FileNames.table(table.number())));
      keyspace.tables().stream()
          .map(TableMeta::vector)
          .filter(Objects::nonNull)
          .forEach(vector -> needed.add(FileNames.sidecar(vector.sidecar())));
    }
    state.valueFiles().forEach(file -> needed.add(FileNames.values(file.number())));
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      LogVerifier.verify(
              directory, state.logFloor(), state.logProof(), (position, b, offset, length) -> {})
          .segments()
          .stream()
          .filter(segment -> segment.to() > state.logFloor() && segment.records() > 0)
          .forEach(segment -> needed.add(segment.file()));
    }
    return needed;
  }
}
