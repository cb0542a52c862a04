package dev.malkoha.engine.store;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.WrittenTable;
import dev.malkoha.engine.deletion.ApplierResult;
import dev.malkoha.engine.events.Checkpointed;
import dev.malkoha.engine.events.Compacted;
import dev.malkoha.engine.events.CompactionCause;
import dev.malkoha.engine.events.DeletesApplied;
import dev.malkoha.engine.events.Flushed;
import dev.malkoha.engine.events.Opened;
import dev.malkoha.engine.events.Recovered;
import dev.malkoha.engine.events.StallCause;
import dev.malkoha.engine.events.Tables;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.StallReason;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What events say, made of what the engine has at hand when they happen. */
final class Facts {

  private Facts() {}

  private static Tables sum(Stream<TableMeta> tables) {
    return tables.reduce(
        Tables.NONE,
        (sum, table) ->
            new Tables(
                sum.count() + 1, sum.entries() + table.entries(), sum.bytes() + table.fileBytes()),
        (a, b) ->
            new Tables(a.count() + b.count(), a.entries() + b.entries(), a.bytes() + b.bytes()));
  }

  private static Tables read(Collection<Table> tables) {
    return sum(tables.stream().map(Table::meta));
  }

  private static Tables written(Collection<WrittenTable> tables) {
    return sum(tables.stream().map(WrittenTable::meta));
  }

  static Opened opened(Path path, Store store, Duration took) {
    List<Table> tables =
        store.trees().all().stream()
            .flatMap(tree -> tree.view().version().tables().stream())
            .toList();
    return new Opened(
        path, store.isReadOnly(), store.storedOptions(), read(tables), store.problems(), took);
  }

  static Recovered recovered(
      Path path, Collection<Version> versions, LogReplay replay, Duration took) {
    List<Table> tables = versions.stream().flatMap(version -> version.tables().stream()).toList();
    return new Recovered(path, read(tables), replay.recordsRead(), replay.bytesRead(), took);
  }

  static Flushed flushed(
      Path path, Tree tree, MemTable table, List<WrittenTable> outputs, Duration took) {
    boolean wasFull = table.isFull(tree.options().memTableBytes());
    return new Flushed(path, tree.id().name(), table.memoryUsed(), wasFull, written(outputs), took);
  }

  static DeletesApplied applied(
      Path path, Tree tree, ApplierResult result, boolean complete, Duration took) {
    return new DeletesApplied(
        path, tree.id().name(), result.marks().count(), result.blocksRead(), complete, took);
  }

  static Checkpointed checkpointed(Path path, Checkpoints.Taken taken, Duration took) {
    Checkpoint.Work work = taken.work();
    return new Checkpointed(
        path, taken.path(), work.filesLinked(), work.filesCopied(), work.bytesCopied(), took);
  }

  /** A writer waits for what becomes of a tree's memtables. */
  static StallReason waiting(Tree tree, StallCause cause) {
    return new StallReason(tree.id().name(), cause, tree.view().frozen().size());
  }

  /**
   * A compaction of a tree.
   *
   * @param asked whether somebody wants all of the tree gathered
   * @param outputs what was written
   */
  record Compacting(
      Tree tree, Compaction<Table> compaction, boolean asked, List<WrittenTable> outputs) {

    Compacted done(Path path, Duration took) {
      List<Table> inputs = compaction.tables();
      return new Compacted(path, tree.id().name(), way(), read(inputs), written(outputs), took);
    }

    private Compacted.Way way() {
      int from = 0;
      while (compaction.inputs().get(from).isEmpty()) {
        from++;
      }
      return new Compacted.Way(cause(from), from, compaction.outputLevel());
    }

    private CompactionCause cause(int fromLevel) {
      if (asked) {
        return CompactionCause.ASKED;
      }
      return switch (compaction.kind()) {
        case GATHER -> CompactionCause.AT_REST;
        case REWRITE, DROP -> CompactionCause.DEAD_ENTRIES;
        case MERGE, MOVE ->
            fromLevel == 0 ? CompactionCause.LEVEL0_TABLES : CompactionCause.LEVEL_BYTES;
      };
    }
  }
}
