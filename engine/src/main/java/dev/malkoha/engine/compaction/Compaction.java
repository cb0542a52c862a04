package dev.malkoha.engine.compaction;

import module java.base;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;

/**
 * A picker's answer: which tables are to become what.
 *
 * @param inputs the tables of each input level; the list's index is the level
 * @param outputLevel the level that the result joins
 * @param kind what to do
 */
public record Compaction(List<List<TableMeta>> inputs, int outputLevel, Kind kind) {

  /** The ways to treat inputs. */
  public enum Kind {
    /** Merges them into the output level. */
    MERGE,
    /** Moves the one input to the output level, by an edit alone. */
    MOVE,
    /**
     * Makes one run of the inputs while nothing else is due, and gives up once that is no longer
     * so; one input alone is moved.
     */
    GATHER,
    /** Rewrites the one input into its own level, without its dead entries. */
    REWRITE,
    /** Drops the one input, in which nothing lives, by an edit alone. */
    DROP,
    /** Drops the one input, the oldest of the keyspace, with all that lives in it. */
    EVICT
  }

  /** Creates a compaction. */
  public Compaction {
    inputs = inputs.stream().map(List::copyOf).toList();
  }

  /** A table of a level, to be written again into it. */
  public static Compaction rewrite(int level, TableMeta table) {
    return of(level, List.of(table), List.of(), level, Kind.REWRITE);
  }

  /** A pick of tables of a level and of the next one. */
  static Compaction of(
      int level, List<TableMeta> tables, List<TableMeta> below, int outputLevel, Kind kind) {
    List<List<TableMeta>> inputs =
        IntStream.range(0, Version.LEVELS)
            .mapToObj(i -> i == level ? tables : i == level + 1 ? below : List.<TableMeta>of())
            .toList();
    return new Compaction(inputs, outputLevel, kind);
  }

  /** All input tables. */
  public List<TableMeta> tables() {
    return inputs.stream().flatMap(List::stream).toList();
  }

  /** Those tables of a version, or of a level, that are inputs. */
  public List<Table> of(List<Table> tables) {
    Set<TableMeta> own = Set.copyOf(tables());
    return tables.stream().filter(table -> own.contains(table.meta())).toList();
  }
}
