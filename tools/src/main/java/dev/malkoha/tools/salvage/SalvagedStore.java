package dev.malkoha.tools.salvage;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.toolkit.StoreFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.tools.SalvageOptions;
import dev.malkoha.tools.SalvageReport;
import dev.malkoha.tools.SalvageReport.Saved;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A new store in the making, from the remains of a damaged one. */
public final class SalvagedStore {

  /** Stands for a merge function that only its users have. */
  private static final MergeFunction UNREAD =
      (key, value, operands) -> {
        throw new IllegalStateException("salvage does not merge");
      };

  private static final long SORT_BYTES = 16 << 20;

  private final Disk disk;
  private final Path from;
  private final Path to;
  private final SalvageOptions options;
  private final Function<DbOptions, Db> opening;
  private final List<Saved> saved = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * Prepares to save.
   *
   * @param opening makes the new store in the marked directory
   */
  public SalvagedStore(
      Disk disk, Path from, Path to, SalvageOptions options, Function<DbOptions, Db> opening) {
    this.disk = disk;
    this.from = from;
    this.to = to;
    this.options = options;
    this.opening = opening;
  }

  /**
   * Makes it. The directory is marked before there is anything else in it, and until all is saved
   * and closed: nobody takes a part for all, and none for an empty store.
   */
  public SalvageReport make() throws IOException {
    requireFree();
    try (StoreSalvage store = StoreSalvage.open(disk, from, options.unnamed());
        Directory made = disk.openDirectory(to)) {
      StoreFiles.mark(made);
      try (Db db = opening.apply(optionsOf(store))) {
        for (String name : store.keyspaces()) {
          save(store, db, name);
        }
      }
      made.delete(FileNames.UNFINISHED);
      made.force();
      notes.addAll(0, store.notes().notes());
      return new SalvageReport(saved, store.notes().losses(), notes);
    }
  }

  private void requireFree() throws IOException {
    if (disk.isDirectory(to)) {
      try (Directory directory = disk.openExisting(to)) {
        if (!directory.list().isEmpty()) {
          throw new IllegalArgumentException(
              to
                  + " is not empty: name a directory that is new, or delete what an earlier salvage"
                  + " has left there");
        }
      }
    }
  }

  private void save(StoreSalvage store, Db db, String name) throws IOException {
    boolean isDefault = name.equals(KeyspaceId.DEFAULT.name());
    KeyValueMap into =
        isDefault ? db : db.keyspace(name, keyspaceOptions(name, store.options(name)));
    long before = saved.stream().mapToLong(Saved::entries).sum();
    IngestOptions ingest =
        IngestOptions.ofMemory(SORT_BYTES)
            .withProgress(progress -> options.progress().accept(before + progress.entries()));
    try (KeyspaceSalvage entries = store.keyspace(name)) {
      saved.add(new Saved(name, into.ingest(entries, ingest).entries()));
      merge(db, name, entries.operands());
    }
  }

  /** Writes the operands that lay over the entries of a keyspace. */
  private void merge(Db db, String name, List<Map.Entry<byte[], byte[]>> operands) {
    if (!operands.isEmpty()) {
      Keyspace into = db.keyspace(name);
      if (into.options().mergeFunctionName().isEmpty()) {
        into = db.keyspace(name, KeyspaceOptions.builder().mergeFunction("lost", UNREAD).build());
        notes.add("keyspace " + name + " has operands of a merge function whose name was lost");
      }
      for (Map.Entry<byte[], byte[]> operand : operands) {
        into.merge(operand.getKey(), operand.getValue());
      }
    }
  }

  private DbOptions optionsOf(StoreSalvage store) {
    return parse("the store's options", store.options(KeyspaceId.DEFAULT.name()));
  }

  private KeyspaceOptions keyspaceOptions(String name, String line) {
    return parse("the options of keyspace " + name, line).defaultKeyspace();
  }

  private DbOptions parse(String what, String line) {
    try {
      return line.isEmpty() ? DbOptions.defaults() : carrying(DbOptions.parse(line));
    } catch (IllegalArgumentException e) {
      notes.add(what + " cannot be read, so it has default ones: " + e.getMessage());
      return DbOptions.defaults();
    }
  }

  /** A merge function that is missing is stood in for: operands are carried along unread. */
  private static DbOptions carrying(DbOptions options) {
    KeyspaceOptions own = options.defaultKeyspace();
    boolean isMissing = own.mergeFunction() == null && !own.mergeFunctionName().isEmpty();
    return isMissing
        ? options.toBuilder().mergeFunction(own.mergeFunctionName(), UNREAD).build()
        : options;
  }
}
