package dev.malkoha.engine.compaction;

import dev.malkoha.engine.compaction.Compaction.Kind;
import dev.malkoha.engine.version.TableFacts;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A pure question: given a shape, which table is to be rewritten, alone, because it points into
 * value files that are mostly dead?
 *
 * <p>The rewrite leaves nothing of the table in them; a file goes when no table points into it any
 * more. What a table points to of files that are well filled is not touched.
 */
public final class ValueGarbagePicker {

  private ValueGarbagePicker() {}

  /** The table that points to most of such files, among those that are not busy. */
  public static Optional<Compaction<TableFacts>> pick(Shape shape) {
    List<TableMeta> tables = shape.tables().stream().map(TableFacts::meta).toList();
    Set<Long> mostlyDead = ValueShares.of(tables).mostlyDead();
    Compaction<TableFacts> pick = null;
    long most = -1;
    if (!mostlyDead.isEmpty()) {
      for (int level = 0; level < Version.LEVELS; level++) {
        for (TableFacts table : shape.level(level)) {
          long bytes = bytesIn(table.meta(), mostlyDead);
          if (bytes > most && !shape.isBusy(table)) {
            pick = Compaction.of(level, List.of(table), List.of(), level, Kind.REWRITE);
            most = bytes;
          }
        }
      }
    }
    return Optional.ofNullable(pick);
  }

  /** What a table points to of some files; -1 if it does not point into any. */
  private static long bytesIn(TableMeta table, Set<Long> files) {
    long bytes = -1;
    for (TableMeta.ValueUse use : table.values()) {
      if (files.contains(use.file().number())) {
        bytes = Math.max(0, bytes) + use.bytes();
      }
    }
    return bytes;
  }
}
