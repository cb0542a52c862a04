package dev.malkoha.engine.read;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.Version;
import java.util.List;

/**
 * Everything a reader needs, as one immutable value that is swapped whole: the memtable being
 * written, those waiting to be flushed (newest first), and the tables.
 *
 * <p>A reader takes the view <em>before</em> it reads the sequence number it reads at: the other
 * way round a compaction in between could have dropped what that number still needs.
 */
public record ReadView(MemTable active, List<FrozenMemTable> frozen, Version version) {

  /**
   * A memtable that is written no more.
   *
   * @param table its entries
   * @param logEnd the log position behind its last record
   */
  public record FrozenMemTable(MemTable table, long logEnd) {}

  /** Creates a view. */
  public ReadView {
    frozen = List.copyOf(frozen);
  }
}
