package dev.malkoha.engine.follow;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
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
 */
final class TableStock implements Version.TableOpener {

  private final Version.TableOpener opener;
  private final Consumer<Table> onOpened;
  private final Map<Long, Table> held = new HashMap<>();

  /**
   * Creates an empty stock.
   *
   * @param opener opens what is not in it
   * @param onOpened looks at what was opened
   */
  TableStock(Version.TableOpener opener, Consumer<Table> onOpened) {
    this.opener = opener;
    this.onOpened = onOpened;
  }

  /** Adds tables that somebody else holds. */
  void add(Collection<Table> tables) {
    tables.forEach(this::hold);
  }

  private void hold(Table table) {
    table.retain();
    Table before = held.put(table.meta().number(), table);
    if (before != null) {
      before.release();
    }
  }

  /** A table with another deletion vector is opened again: its filter has lost other keys, too. */
  @Override
  public Table open(TableMeta meta, @Nullable VectorRef vector) throws IOException {
    Table known = held.get(meta.number());
    if (known != null && Objects.equals(known.vector(), vector)) {
      known.retain();
      return known;
    }
    Table opened = opener.open(meta, vector);
    onOpened.accept(opened);
    hold(opened);
    return opened;
  }

  /** Lets go of all. */
  void clear() {
    held.values().forEach(Table::release);
    held.clear();
  }
}
