package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.TableMeta;

/**
 * Pure questions about a keyspace that drops its oldest tables: whether one goes, and which.
 *
 * <p>Nothing is older, of any key, than what goes: so nothing that was overwritten or deleted comes
 * back. All tables are made in level 0. What deeper levels have since the keyspace was a levelled
 * one goes first, the deepest level before all.
 */
public final class FifoPicker {

  private FifoPicker() {}

  /** Whether tables are larger than a keyspace may be, with what they have in value files. */
  public static boolean isOver(Stream<TableMeta> tables, long bytesMax) {
    return tables.mapToLong(FifoPicker::bytes).sum() > bytesMax;
  }

  /** Bytes that go with a table, or at last with those that share value files with it. */
  private static long bytes(TableMeta table) {
    return table.fileBytes() + table.values().stream().mapToLong(TableMeta.ValueUse::bytes).sum();
  }

  /** The oldest table, if the keyspace is larger than it may be, and this is not its only one. */
  public static Optional<Compaction> oldest(Shape shape, long bytesMax) {
    List<TableMeta> all = shape.tables();
    if (!isOver(all.stream(), bytesMax) || all.size() == 1 || shape.isBusy(all.getLast())) {
      return Optional.empty();
    }
    int level = shape.deepestLevel();
    return Optional.of(Compaction.of(level, List.of(all.getLast()), List.of(), level, Kind.EVICT));
  }
}
