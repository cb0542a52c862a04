package dev.malkoha.engine.deletion;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.TableProperties;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;

/**
 * Where older entries of a table's keys can be: the table itself, older tables of level 0, and at
 * most one table of each deeper level.
 *
 * <p>Keys are asked for in ascending order. One thread.
 */
final class OlderSources implements Closeable {

  private final Table table;
  private final Place own;
  private final List<Place> older = new ArrayList<>();

  /**
   * The places to look in.
   *
   * @param version holds the table; pinned by the caller
   * @param table whose keys will be asked for
   */
  OlderSources(Version version, Table table) {
    this.table = table;
    this.own = Place.of(table);
    version.runsBelow(table).forEach(run -> older.add(Place.of(run)));
  }

  /** The table itself. */
  Table table() {
    return table;
  }

  /** The table as a place to look in. */
  Place own() {
    return own;
  }

  /** Whether no key has a second entry in the table itself. */
  boolean tableHasOneEntryAKey() {
    TableProperties properties = table.reader().properties();
    return properties.entries() == properties.distinctKeys();
  }

  /** The other places, from younger to older. */
  List<Place> older() {
    return older;
  }

  /** Blocks read from files so far. */
  long blocksRead() {
    return own.blocksRead() + older.stream().mapToLong(Place::blocksRead).sum();
  }

  @Override
  public void close() {
    own.close();
    older.forEach(Place::close);
  }
}
