package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * A proposal: what to do with these tables.
 *
 * @param inputs the tables of each input level; the list's index is the level
 * @param outputLevel the level that the result joins
 * @param kind what to do
 */
public record Compaction(List<List<Table>> inputs, int outputLevel, Kind kind) {

  /** What a compaction does with its inputs. */
  public enum Kind {

    /** Merges them into the output level. */
    MERGE,

    /** Moves the one input to the output level, by an edit alone. */
    MOVE,

    /** Writes the one input anew into its own level, without what is dead in it. */
    REWRITE,

    /** Drops the one input, in which nothing lives, by an edit alone. */
    DROP
  }

  /** Creates a proposal. */
  public Compaction {
    inputs = inputs.stream().map(List::copyOf).toList();
  }

  /** A proposal about one table of a level. */
  static Compaction of(Table table, int level, int outputLevel, Kind kind) {
    List<List<Table>> inputs = new ArrayList<>();
    for (int i = 0; i < Version.LEVELS; i++) {
      inputs.add(i == level ? List.of(table) : List.of());
    }
    return new Compaction(inputs, outputLevel, kind);
  }

  /** All input tables. */
  public List<Table> tables() {
    List<Table> all = new ArrayList<>();
    inputs.forEach(all::addAll);
    return all;
  }

  /** Bytes of all inputs. */
  public long inputBytes() {
    return tables().stream().mapToLong(table -> table.meta().fileBytes()).sum();
  }
}
