package dev.malkoha.engine.recovery;

import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.VectorRef;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.OwnThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a store, opened by two threads before anybody asks for them: where there are
 * thousands, most of the time goes into calls of the operating system, and where they are large,
 * into their indexes and filters.
 */
public final class TablesAhead implements Version.TableOpener {

  /** With fewer and smaller tables, a second thread costs as much as it saves. */
  private static final int TABLES_MIN = 256;

  private static final long BYTES_MIN = 64 << 20;

  private final Version.TableOpener opener;

  /** Open tables by number; each is handed out once. */
  private final Map<Long, Table> open = new ConcurrentHashMap<>();

  private record Wanted(TableMeta meta, @Nullable VectorRef vector) {}

  private TablesAhead(Version.TableOpener opener) {
    this.opener = opener;
  }

  /**
   * Opens all tables that a manifest names, if they are many or large. What was opened when it
   * fails is the opener's to close.
   */
  public static Version.TableOpener of(ManifestState state, Version.TableOpener opener)
      throws IOException {
    List<Wanted> wanted = new ArrayList<>();
    long bytes = 0;
    for (KeyspaceState keyspace : state.keyspaces()) {
      for (TableMeta meta : keyspace.tables()) {
        wanted.add(new Wanted(meta, keyspace.vector(meta.number())));
        bytes += meta.fileBytes();
      }
    }
    if (wanted.size() < TABLES_MIN && bytes < BYTES_MIN) {
      return opener;
    }
    TablesAhead ahead = new TablesAhead(opener);
    ahead.openAll(wanted);
    return ahead;
  }

  private void openAll(List<Wanted> wanted) throws IOException {
    AtomicInteger next = new AtomicInteger();
    OwnThread.Action<Boolean> share =
        () -> {
          for (int i = next.getAndIncrement(); i < wanted.size(); i = next.getAndIncrement()) {
            open(wanted.get(i));
          }
          return true;
        };
    OwnThread.both(share, share);
  }

  private void open(Wanted wanted) throws IOException {
    open.put(wanted.meta.number(), opener.open(wanted.meta, wanted.vector));
  }

  @Override
  public Table open(TableMeta meta, @Nullable VectorRef vector) throws IOException {
    Table table = open.remove(meta.number());
    return table == null ? opener.open(meta, vector) : table;
  }
}
