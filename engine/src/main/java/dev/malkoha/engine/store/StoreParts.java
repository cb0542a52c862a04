package dev.malkoha.engine.store;

import dev.malkoha.engine.compaction.LevelTargets;
import dev.malkoha.engine.read.ReadSections;
import dev.malkoha.engine.version.VersionSet;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.BlockCache;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.DirectoryLock;
import dev.malkoha.wal.Log;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** What an opening puts together: the parts that a {@link Store} runs. */
record StoreParts(
    Directory directory,
    DirectoryLock lock,
    Log log,
    VersionSet versions,
    OpenTables tables,
    BlockCache cache,
    KeyHasher hasher,
    Health health,
    Views views,
    ReadSections sections,
    SnapshotList snapshots,
    LevelTargets targets,
    Maintenance maintenance)
    implements Closeable {

  /** Closes everything, the lock last; the first failure is thrown when all is closed. */
  @Override
  public void close() throws IOException {
    closeAll(List.of(log, versions, tables, directory, lock));
  }

  /** Closes in order, all of them; the first failure is thrown at the end, later ones attached. */
  @SuppressWarnings("try") // what is named only to be closed
  static void closeAll(List<? extends Closeable> parts) throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    try (Closeable last = () -> closeAll(parts.subList(1, parts.size()))) {
      parts.getFirst().close();
    }
  }
}
