package dev.malkoha.engine.facade;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.SalvageOptions;
import dev.malkoha.engine.SalvageReport;
import dev.malkoha.engine.VerifyReport;
import dev.malkoha.engine.checkpoint.Restoring;
import dev.malkoha.engine.inspect.FileDump;
import dev.malkoha.engine.inspect.StoreVerifier;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.FileDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** What is done with stores and checkpoints as they lie on the disk. */
public final class StoreTools {

  private StoreTools() {}

  /** Reads and checks all that a store consists of. */
  public static VerifyReport verify(Disk disk, Path directory) {
    try {
      return StoreVerifier.verify(disk, directory);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** The names of the files of a keyspace. */
  public static List<String> files(Path directory, String keyspace) {
    try {
      return FileDump.files(FileDisk.INSTANCE, directory, keyspace);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Makes a store of a checkpoint. */
  public static Checkpoint.Work restore(Disk disk, Path checkpoint, Path to) {
    return restore(disk, checkpoint, to, TimeAndChance.MACHINE.random());
  }

  /** The same, with what tells the store from other copies drawn by the test. */
  public static Checkpoint.Work restore(
      Disk disk, Path checkpoint, Path to, RandomGenerator random) {
    Objects.requireNonNull(checkpoint, "checkpoint");
    Objects.requireNonNull(to, "to");
    try {
      return Restoring.restore(disk, checkpoint, to, random);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  /** Makes a store of what can be verified in a damaged one. */
  public static SalvageReport salvage(Disk disk, Path from, Path to, SalvageOptions options) {
    return salvage(
        disk, from, to, options, its -> StoreDb.openOn(disk, to, its, Wanted.MARKED_NEW));
  }

  /** The same, with the new store opened by the test. */
  public static SalvageReport salvage(
      Disk disk, Path from, Path to, SalvageOptions options, Function<DbOptions, Db> opening) {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(options, "options");
    try {
      return new SalvagedStore(disk, from, to, options, opening).make();
    } catch (IOException e) {
      throw Failures.of(e);
    } catch (UncheckedIOException e) {
      throw Failures.of(Objects.requireNonNull(e.getCause()));
    }
  }

  /** Prints one file. */
  public static void dump(Path file, Appendable out) {
    try {
      FileDump.dump(FileDisk.INSTANCE, file, out);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }
}
