package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A pick with its tables, as the version held them that it was made from.
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

  /** Creates a compaction. */
  public Compaction {
    inputs = inputs.stream().map(List::copyOf).toList();
  }

  /** Looks up what was picked from a version's shape. */
  public static Compaction of(CompactionPick pick, Version version) {
    return new Compaction(
        IntStream.range(0, Version.LEVELS)
            .mapToObj(level -> tables(version.level(level), pick.inputs().get(level)))
            .toList(),
        pick.outputLevel(),
        pick.kind());
  }

  private static List<Table> tables(List<Table> level, Set<Long> numbers) {
    return level.stream().filter(table -> numbers.contains(table.meta().number())).toList();
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
