package dev.malkoha.engine.salvage;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * What the manifests of a damaged store tell.
 *
 * @param state what is known; of an empty store if nothing is
 * @param hasIdentity whether the state says which store it is of
 * @param isWhole whether that is all that there is to know
 */
record ManifestSalvage(ManifestState state, boolean hasIdentity, boolean isWhole) {

  /** Reads the one in force, or else the last that can be read. */
  static ManifestSalvage read(Directory directory, SalvageNotes notes) throws IOException {
    try {
      ManifestState state = ManifestReader.readInForce(directory).state();
      return new ManifestSalvage(state, true, isNewest(state, directory, notes));
    } catch (IOException | DbCorruptionException e) {
      notes.note("the manifest in force cannot be read: " + e.getMessage());
    }
    List<String> names =
        directory.list(name -> FileNames.manifestNumber(name).isPresent()).stream()
            .sorted(Comparator.comparingLong(ManifestSalvage::number).reversed())
            .toList();
    for (String name : names) {
      try {
        ManifestReader.Remains remains = ManifestReader.remains(directory, name);
        if (remains.hasIdentity()) {
          notes.note(
              name
                  + (remains.isWhole()
                      ? " was read instead"
                      : " was read as far as it can be: range deletes that were flushed later are"
                          + " lost, so keys that they deleted may be back, and tables that came later"
                          + " and are gone are not missed"));
          return new ManifestSalvage(remains.state(), true, remains.isWhole());
        }
      } catch (IOException | DbCorruptionException | DbFormatException e) {
        notes.note(name + " cannot be read: " + e.getMessage());
      }
    }
    notes.note(
        "without a manifest tables tell of themselves what they are: range deletes that were"
            + " flushed are lost, so keys that they deleted may be back, tables that are gone are not"
            + " missed, and keyspaces have default options");
    return new ManifestSalvage(new ManifestState(), false, false);
  }

  /** Whether no table came later. A table has its own name only once a manifest names it. */
  private static boolean isNewest(ManifestState state, Directory directory, SalvageNotes notes)
      throws IOException {
    List<String> later =
        directory.list(name -> FileNames.tableNumber(name).orElse(0) >= state.nextFile());
    if (!later.isEmpty()) {
      notes.note(
          "the manifest in force is out of date: "
              + later.getFirst()
              + " came later. Range deletes that were flushed later are lost, so keys that they deleted"
              + " may be back");
    }
    return later.isEmpty();
  }

  private static long number(String name) {
    return FileNames.manifestNumber(name).orElseThrow();
  }
}
