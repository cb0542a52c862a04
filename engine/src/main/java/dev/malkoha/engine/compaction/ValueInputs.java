package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.engine.version.Version;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value files that what a job reads may point into.
 *
 * @param known what the manifest will say, or says, of each of them, by number
 * @param files they themselves, as far as values are read from them
 * @param emptied those of them in which little is alive, or little at all: values that the job
 *     meets in them are rewritten
 */
record ValueInputs(Map<Long, ValueFileMeta> known, ValueFiles files, Set<Long> emptied) {

  /** Entries hold all their values. */
  static final ValueInputs NONE = new ValueInputs(Map.of(), ValueFiles.NONE, Set.of());

  /** The value files of a version's tables, for a job with these options for values. */
  static ValueInputs of(Version version, ValueOptions output) {
    Collection<TableMeta> tables = version.tables().stream().map(Table::meta).toList();
    ValueShares shares = ValueShares.of(tables);
    Set<Long> emptied = new HashSet<>(shares.mostlyDead());
    emptied.addAll(shares.toEmpty(output::isSmall));
    return new ValueInputs(
        shares.files().stream().collect(Collectors.toMap(ValueFileMeta::number, file -> file)),
        version.valueFiles(),
        emptied);
  }

  /** The value files of tables that no store names yet: nothing in them is dead. */
  static ValueInputs of(Map<Long, ValueFileMeta> known) {
    return new ValueInputs(known, ValueFiles.NONE, Set.of());
  }
}
