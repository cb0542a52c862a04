package dev.malkoha.tools.salvage;

import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.engine.version.TableNote;
import dev.malkoha.sstable.TableProperties;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.tools.table.TableSalvage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search for a damaged store's tables: those that its manifest names, and where that is not
 * whole, all that lie there and that no other one replaces.
 */
final class TableFinder {

  private final Directory directory;
  private final ManifestSalvage manifest;
  private final String unnamed;
  private final SalvageNotes notes;

  TableFinder(Directory directory, ManifestSalvage manifest, String unnamed, SalvageNotes notes) {
    this.directory = directory;
    this.manifest = manifest;
    this.unnamed = unnamed;
    this.notes = notes;
  }

  /**
   * A table that was found.
   *
   * @param file its name
   * @param keyspace by name
   * @param meta what the manifest says of it; null if nothing
   * @param note what it tells of itself; null if that is not known, or not needed
   * @param vector where the manifest says that its dead entries are named; null if nowhere
   */
  record Found(
      long number,
      String file,
      String keyspace,
      @Nullable TableMeta meta,
      @Nullable TableNote note,
      @Nullable VectorRef vector) {

    /** Everything up to this sequence number was flushed before the table was written. */
    long flushed() {
      return Math.max(
          meta == null ? 0 : meta.largestSequence(), note == null ? 0 : note.greatest());
    }
  }

  /** The tables, by ascending number. */
  List<Found> find() throws IOException {
    List<Found> named = new ArrayList<>();
    for (KeyspaceState keyspace : manifest.state().keyspaces()) {
      for (TableMeta meta : keyspace.tables()) {
        String file = FileNames.found(directory, FileNames.table(meta.number()));
        named.add(new Found(meta.number(), file, keyspace.id().name(), meta, null, meta.vector()));
      }
    }
    List<Found> found = manifest.isWhole() ? named : withOthers(named);
    found.sort((a, b) -> Long.compare(a.number, b.number));
    return found;
  }

  /** The tables of a manifest that may have gone on, as they and the others tell. */
  private List<Found> withOthers(List<Found> named) throws IOException {
    Map<Long, Found> found = new HashMap<>();
    Set<Long> replaced = new HashSet<>();
    named.forEach(table -> found.put(table.number, table));
    for (String name : directory.list()) {
      OptionalLong number = FileNames.tableNumber(FileNames.withoutDraft(name));
      if (number.isPresent() && !manifest.state().isObsolete(number.getAsLong())) {
        Found known = found.get(number.getAsLong());
        Found told = told(number.getAsLong(), name, known);
        if (told != null) {
          found.put(told.number, told);
          if (!FileNames.isDraft(name) && told.note != null) {
            replaced.addAll(told.note.replaced());
          }
        }
      }
    }
    found.keySet().removeAll(replaced);
    return new ArrayList<>(found.values());
  }

  /** What a table tells of itself; null if it is none of the store's. */
  private @Nullable Found told(long number, String name, @Nullable Found known) throws IOException {
    TableNote note = null;
    try (ReadableFile file = directory.open(name)) {
      TableSalvage table = TableSalvage.open(file, fileId(number));
      TableProperties properties = table.properties();
      if (properties == null && FileNames.isDraft(name)) {
        return known; // it was being written
      }
      note = properties == null ? null : TableNote.of(properties);
    } catch (IOException e) {
      notes.note(name + " does not tell whose it is: " + e.getMessage());
    }
    if (known != null) {
      return new Found(number, name, known.keyspace, known.meta, note, known.vector);
    }
    if (note == null) {
      notes.note(
          name
              + " does not tell whose it is: it is taken for a table of keyspace "
              + unnamed
              + ", a guess, and its file number for its age");
    }
    String keyspace = note == null ? unnamed : note.keyspace().name();
    return new Found(number, name, keyspace, null, note, null);
  }

  /** The id that a file was written with. */
  long fileId(long number) throws IOException {
    return TableFiles.fileId(databaseId(), number);
  }

  private @Nullable Long databaseId;

  /** The id that is mixed into each file's, as the manifest says, or as most tables do. */
  private long databaseId() throws IOException {
    Long known = databaseId;
    if (known == null) {
      known = manifest.hasIdentity() ? manifest.state().identity().databaseId() : commonId();
      databaseId = known;
    }
    return known;
  }

  private long commonId() throws IOException {
    Map<Long, Integer> votes = new HashMap<>();
    for (String name : directory.list()) {
      OptionalLong number = FileNames.tableNumber(name);
      if (number.isPresent()) {
        try (ReadableFile file = directory.open(name)) {
          OptionalLong id = TableSalvage.fileId(file);
          id.ifPresent(
              told -> votes.merge(TableFiles.fileId(told, number.getAsLong()), 1, Integer::sum));
        } catch (IOException e) {
          notes.note(name + " cannot be read: " + e.getMessage());
        }
      }
    }
    return votes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0L);
  }
}
