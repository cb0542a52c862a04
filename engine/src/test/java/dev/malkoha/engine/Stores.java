package dev.malkoha.engine;

import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.facade.StoreCheckpoint;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.facade.StoreReader;
import dev.malkoha.engine.facade.StoreSharedResources;
import dev.malkoha.engine.facade.StoreTableWriter;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.SalvageOptions;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.tools.VerifyReport;
import dev.malkoha.tools.inspect.StoreVerifier;
import dev.malkoha.tools.salvage.SalvagedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Opens and checks stores on disks of the tests' choice, for tests in other packages. */
@SuppressWarnings("exports") // a class of the tests is not part of the module
public final class Stores {

  /** Where the tests' stores lie on a simulated disk. */
  public static final Path PATH = Path.of("/store");

  /** Has the time and the random bits of stores on other disks. */
  private static final SimulatedDisk ELSEWHERE = new SimulatedDisk();

  private Stores() {}

  /** Opens or creates the store on the disk; all background work is done by the caller's calls. */
  public static Db open(Disk disk, DbOptions options) {
    return open(disk, options, Workers.inline());
  }

  /** Opens or creates the store on the disk with another time than the disk's. */
  public static Db open(Disk disk, DbOptions options, Clock.TimeAndChance outside) {
    return open(disk, options, Workers.inline(), outside);
  }

  /** Opens or creates the store on the disk with another time than the disk's. */
  public static Db open(
      Disk disk, DbOptions options, Workers workers, Clock.TimeAndChance outside) {
    return StoreDb.open(disk, PATH, options, workers, outside, Wanted.STORE_OR_NEW);
  }

  /** Opens or creates the store on the disk. */
  public static Db open(Disk disk, DbOptions options, Workers workers) {
    return open(disk, PATH, options, workers, true);
  }

  /** Opens a store, or creates it if that is allowed. */
  public static Db open(
      Disk disk, Path path, DbOptions options, Workers workers, boolean mayCreate) {
    Wanted wanted = mayCreate ? Wanted.STORE_OR_NEW : Wanted.STORE;
    return StoreDb.open(disk, path, options, workers, outside(disk), wanted);
  }

  /** Opens or creates a store on the threads of the resources that its options name. */
  public static Db openSharing(Disk disk, Path path, DbOptions options) {
    StoreSharedResources shared =
        (StoreSharedResources) Objects.requireNonNull(options.resources());
    return open(disk, path, options, shared.workers(), true);
  }

  /** Builds resources for a heap of such a size. */
  public static SharedResources build(SharedResources.Builder builder, long heapBytes) {
    return ((StoreSharedResources.Builder) builder).build(heapBytes, Clock.MACHINE);
  }

  /** Builds resources that all tests' heaps have room for, with a clock for their pace. */
  public static SharedResources build(SharedResources.Builder builder, Clock clock) {
    return ((StoreSharedResources.Builder) builder).build(Long.MAX_VALUE, clock);
  }

  /** The hash function of the first store that is created on a simulated disk. */
  public static KeyHasher hasher() {
    SplittableRandom identity = new SplittableRandom(SimulatedDisk.SEED);
    identity.nextLong(); // the store's number comes before its seed
    return new KeyHasher(identity.nextLong());
  }

  /** Time and random bits of the disk's history, so that the same one has the same. */
  public static Clock.TimeAndChance outside(Disk disk) {
    SimulatedDisk simulated = SimulatedDisk.under(disk);
    SimulatedDisk machine = simulated == null ? ELSEWHERE : simulated;
    return new Clock.TimeAndChance(machine::nanos, machine::draw);
  }

  /** Opens the store on the disk for reading only. */
  public static DbReader openReadOnly(Disk disk, DbOptions options) {
    return openReadOnly(disk, PATH, options);
  }

  /** Opens a store for reading only. */
  public static DbReader openReadOnly(Disk disk, Path path, DbOptions options) {
    return StoreReader.open(disk, path, options, outside(disk));
  }

  /** Opens the store on the disk for reading only, with another time than the disk's. */
  public static DbReader openReadOnly(Disk disk, DbOptions options, Clock.TimeAndChance outside) {
    return StoreReader.open(disk, PATH, options, outside);
  }

  /** Opens a store for reading only, with another time than the disk's. */
  public static DbReader openReadOnly(Disk disk, Path path, Clock.TimeAndChance outside) {
    return StoreReader.open(disk, path, DbOptions.defaults(), outside);
  }

  /** Begins a file of entries that belongs to no store. */
  public static TableWriter tableWriter(Disk disk, Path file, KeyspaceOptions options) {
    return StoreTableWriter.create(disk, file, options);
  }

  /** Reads what a checkpoint consists of. */
  public static Checkpoint readCheckpoint(Disk disk, Path path) {
    return StoreCheckpoint.read(disk, path);
  }

  /** Makes a store of a checkpoint. */
  public static Checkpoint.Work restore(Disk disk, Path checkpoint, Path to) {
    return StoreCheckpoint.restore(disk, checkpoint, to, outside(disk).random());
  }

  /** Makes a store of what can be verified in a damaged one. */
  public static SalvageReport salvage(Disk disk, Path from, Path to) {
    Function<DbOptions, Db> opening =
        options ->
            StoreDb.open(disk, to, options, Workers.inline(), outside(disk), Wanted.MARKED_NEW);
    try {
      return new SalvagedStore(disk, from, to, SalvageOptions.defaults(), opening).make();
    } catch (IOException e) {
      throw Failures.of(e);
    } catch (UncheckedIOException e) {
      throw Failures.of(Objects.requireNonNull(e.getCause()));
    }
  }

  /** Checks all that the store on the disk consists of. */
  public static VerifyReport verify(Disk disk) {
    return verify(disk, PATH);
  }

  /** Checks all that a store consists of. */
  public static VerifyReport verify(Disk disk, Path path) {
    try {
      return StoreVerifier.verify(disk, path);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
