package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * A proposal: merge these tables into that level, or move one there as it is.
 *
 * @param inputs the tables of each input level; the list's index is the level
 * @param outputLevel the level that the result joins
 * @param isMove whether the one input is to be moved by an edit alone
 */
public record Compaction(List<List<Table>> inputs, int outputLevel, boolean isMove) {

  /** Creates a proposal. */
  public Compaction {
    inputs = inputs.stream().map(List::copyOf).toList();
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
