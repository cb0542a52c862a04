package dev.malkoha.tools.salvage;

import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.sidecar.SidecarReader;
import dev.malkoha.sstable.sidecar.SidecarSection;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.tools.salvage.TableFinder.Found;
import dev.malkoha.tools.table.SidecarSalvage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which entries of a damaged store's tables are dead, as far as sidecars tell. */
final class DeadEntries {

  private final Directory directory;
  private final TableFinder tables;
  private final SalvageNotes notes;

  /** By table, the newest word of all sidecars; empty where a manifest names the words. */
  private final Map<Long, DeletionVector> newest = new HashMap<>();

  private final Map<Long, Long> toldBy = new HashMap<>();

  private DeadEntries(Directory directory, TableFinder tables, SalvageNotes notes) {
    this.directory = directory;
    this.tables = tables;
    this.notes = notes;
  }

  /** As a whole manifest names them, or else by the newest sidecar that has a word on a table. */
  static DeadEntries of(
      Directory directory, ManifestSalvage manifest, TableFinder tables, SalvageNotes notes)
      throws IOException {
    DeadEntries dead = new DeadEntries(directory, tables, notes);
    if (!manifest.isWhole()) {
      for (String name : directory.list(name -> FileNames.sidecarNumber(name).isPresent())) {
        dead.add(name);
      }
    }
    return dead;
  }

  private void add(String name) throws IOException {
    OptionalLong number = FileNames.sidecarNumber(name);
    long sidecar = number.orElseThrow();
    try (ReadableFile file = directory.open(name)) {
      SidecarSalvage.remains(file, tables.fileId(sidecar), problem -> noteBack(name, problem))
          .forEach(
              (table, vector) -> {
                if (toldBy.getOrDefault(table, 0L) < sidecar) {
                  toldBy.put(table, sidecar);
                  newest.put(table, vector);
                }
              });
    } catch (IOException e) {
      noteBack(name, String.valueOf(e.getMessage()));
    }
  }

  private void noteBack(String name, String problem) {
    notes.note(name + " cannot be read on, so deleted keys may be back: " + problem);
  }

  /** The dead entries of a table; null if none are, or that is not known, which is noted. */
  @Nullable DeletionVector of(Found table) {
    VectorRef named = table.vector();
    if (named == null || toldBy.getOrDefault(table.number(), 0L) > named.sidecar()) {
      return newest.get(table.number());
    }
    String name = FileNames.sidecar(named.sidecar());
    String problem = "what it says of " + table.file() + " does not verify";
    try (ReadableFile file = directory.open(FileNames.found(directory, name))) {
      SidecarSection section = new SidecarSection(named.offset(), named.length(), named.crc());
      DeletionVector vector =
          SidecarReader.vector(file, tables.fileId(named.sidecar()), section, table.number());
      if (vector != null) {
        return vector;
      }
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
    }
    byte[] from = table.meta() == null ? null : table.meta().smallestKey();
    byte[] to = table.meta() == null ? null : table.meta().largestKey();
    notes.lost(table.keyspace(), from, to, name, problem + ": deleted entries may be back");
    return newest.get(table.number());
  }
}
