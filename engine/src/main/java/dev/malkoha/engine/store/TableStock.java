package dev.malkoha.engine.store;

import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.VersionSet;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Open tables that a next moment may take over: those of the moment before, and what was opened for
 * one that did not come about. Each is held by the stock itself. One thread.
 *
 * <p>A table is taken over if the manifest says of it all that it said before: its number alone is
 * also that of another table, where another copy of the store has taken the place of this one.
 */
final class TableStock {

  /** An open table, and what the manifest said of its bytes. */
  private record Held(Table table, EditEntry.@Nullable Checksum checksum) {

    boolean isOf(TableMeta meta, @Nullable VectorRef vector, EditEntry.@Nullable Checksum sum) {
      return table.meta().isSame(meta)
          && Objects.equals(table.vector(), vector)
          && Objects.equals(checksum, sum);
    }
  }

  private final VersionSet.TableOpener opener;
  private final Consumer<Table> onOpened;
  private final Map<Long, Held> held = new HashMap<>();

  /**
   * Creates an empty stock.
   *
   * @param opener opens what is not in it
   * @param onOpened looks at what was opened
   */
  TableStock(VersionSet.TableOpener opener, Consumer<Table> onOpened) {
    this.opener = opener;
    this.onOpened = onOpened;
  }

  /** Adds a keyspace's tables, which somebody else holds. */
  void add(Collection<Table> tables, KeyspaceState keyspace) {
    tables.forEach(table -> hold(table, keyspace.checksum(table.meta().number())));
  }

  private void hold(Table table, EditEntry.@Nullable Checksum checksum) {
    table.retain();
    Held before = held.put(table.meta().number(), new Held(table, checksum));
    if (before != null) {
      before.table.release();
    }
  }

  /** What opens a keyspace's tables, or takes them over. */
  VersionSet.TableOpener of(KeyspaceState keyspace) {
    return (meta, vector) -> open(meta, vector, keyspace.checksum(meta.number()));
  }

  /** A table that sees other entries as dead is opened anew: its filter has lost others, too. */
  private Table open(
      TableMeta meta, @Nullable VectorRef vector, EditEntry.@Nullable Checksum checksum)
      throws IOException {
    Held known = held.get(meta.number());
    if (known != null && known.isOf(meta, vector, checksum)) {
      known.table.retain();
      return known.table;
    }
    Table opened = opener.open(meta, vector);
    onOpened.accept(opened);
    hold(opened, checksum);
    return opened;
  }

  /** Lets go of all. */
  void clear() {
    held.values().forEach(known -> known.table.release());
    held.clear();
  }
}
