package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.engine.version.Version;

/**
 * A pure question: given a shape, which table is to be rewritten, alone, for its dead entries, or
 * dropped, since nothing in it is alive? Which one is rewritten because it points into value files
 * that are mostly dead?
 *
 * <p>A table whose dead share has passed the threshold goes when no more deletes are on their way,
 * or at once if twice that is dead; one with a smaller share when no more of it has died for a
 * while. Were a table written each time that some entries die, its living ones would be written
 * over and over. Entries that expire count the same, once they have been expired for a while.
 */
public final class GarbagePicker {

  /**
   * An old table is rewritten from this dead share on. Less gives back less than the living keys
   * take when their fingerprints become a bit longer.
   */
  static final double OLD_SHARE = 0.08;

  /** A vector is old that has not changed for so long. */
  private static final long OLD_MILLIS = 20_000;

  private GarbagePicker() {}

  /**
   * The table with the largest dead share among those that are to go.
   *
   * @param due a dead share, above 0 and at most 1
   * @param snapshots the sequence numbers of open snapshots
   * @param moreDeletes whether deletes are on their way that may make more of any table dead
   * @param nowMillis the time; {@link Long#MAX_VALUE} takes every vector as old
   */
  public static Optional<Compaction> pick(
      Shape shape, double due, long[] snapshots, boolean moreDeletes, long nowMillis) {
    return largest(
        shape,
        (level, table) -> {
          boolean isNeedless =
              table.isCoveredWhole(shape.ranges(), snapshots) || shape.isSpent(level, table);
          double share = isNeedless ? 1 : table.deadShare();
          return share >= threshold(table, due, moreDeletes, nowMillis)
              ? share
              : expiredShare(shape, table, due);
        },
        share -> share == 1 ? Kind.DROP : Kind.REWRITE);
  }

  /**
   * The table that points to most of value files that are mostly dead. The rewrite leaves nothing
   * of the table in them. A file goes when no table points into it any more. Values in files that
   * are well filled stay where they are.
   */
  public static Optional<Compaction> pickValues(Shape shape) {
    Set<Long> mostlyDead = ValueShares.of(shape.tables()).mostlyDead();
    return mostlyDead.isEmpty()
        ? Optional.empty()
        : largest(shape, (_, table) -> bytesIn(table, mostlyDead), bytes -> Kind.REWRITE);
  }

  /** The bytes of some files that a table points to. */
  private static long bytesIn(TableMeta table, Set<Long> files) {
    return table.values().stream()
        .filter(use -> files.contains(use.file().number()))
        .mapToLong(TableMeta.ValueUse::bytes)
        .sum();
  }

  /**
   * The share of a table that has expired, if it is due: what stays of it is to be written once,
   * not each time that some more expires. Below 1: a rewrite leaves deletes where they are needed.
   */
  private static double expiredShare(Shape shape, TableMeta table, double due) {
    double share = shape.ageing().overdueShare(table);
    double least = shape.ageing().isQuiet(table) ? Math.min(OLD_SHARE, due) : due;
    return share >= least ? Math.min(share, Math.nextDown(1.0)) : 0;
  }

  /** The first table of the largest size above 0, among those that are not busy. */
  private static Optional<Compaction> largest(
      Shape shape, ToDoubleBiFunction<Integer, TableMeta> size, DoubleFunction<Kind> kind) {
    Compaction pick = null;
    double largest = 0;
    for (int level = 0; level < Version.LEVELS; level++) {
      for (TableMeta table : shape.level(level)) {
        double its = size.applyAsDouble(level, table);
        if (its > largest && !shape.isBusy(table)) {
          pick = Compaction.of(level, List.of(table), List.of(), level, kind.apply(its));
          largest = its;
        }
      }
    }
    return Optional.ofNullable(pick);
  }

  /** The dead share from which on a table goes now. */
  private static double threshold(
      TableMeta table, double due, boolean moreDeletes, long nowMillis) {
    VectorRef vector = table.vector();
    if (moreDeletes) {
      // A table of deletes that are just being applied may soon hold nothing and be dropped.
      return table.liveTombstones() > 0 ? 1 : Math.min(1, 2 * due);
    }
    boolean isOld = vector != null && nowMillis - vector.changedMillis() >= OLD_MILLIS;
    return isOld ? Math.min(OLD_SHARE, due) : due;
  }
}
