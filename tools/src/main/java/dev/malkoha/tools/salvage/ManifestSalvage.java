package dev.malkoha.tools.salvage;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestFacts;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ManifestWriter.Current;
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

  private static final String UNKNOWN =
      ": range deletes that were flushed later are lost, so keys that they deleted may be back, and"
          + " tables and parts of the log that came later and are gone are not missed";

  /** Reads the one in force, or else the last that can be read. */
  static ManifestSalvage read(Directory directory, SalvageNotes notes) throws IOException {
    try {
      ManifestReader.Reading reading = ManifestReader.readInForce(directory);
      String name = FileNames.manifest(reading.number());
      boolean isWhole = isNewest(name, reading.state(), directory, notes);
      if (isWhole && !reading.tail().isEmpty()) {
        notes.note(reading.tail() + UNKNOWN);
      }
      return new ManifestSalvage(reading.state(), true, isWhole && reading.tail().isEmpty());
    } catch (IOException | DbCorruptionException e) {
      notes.note("the manifest in force cannot be read: " + e.getMessage());
    }
    List<String> names =
        directory.list(name -> FileNames.manifestNumber(name).isPresent()).stream()
            .sorted(Comparator.comparingLong(ManifestSalvage::number).reversed())
            .toList();
    for (String name : names) {
      try {
        Remains remains = remains(directory, name);
        if (remains.state.hasIdentity()) {
          boolean isWhole = remains.isWhole() && isNewest(name, remains.state(), directory, notes);
          notes.note(
              name + (isWhole ? " was read instead" : " was read as far as it can be" + UNKNOWN));
          return new ManifestSalvage(remains.state(), true, isWhole);
        }
      } catch (IOException | DbCorruptionException | DbFormatException e) {
        notes.note(name + " cannot be read: " + e.getMessage());
      }
    }
    notes.note(
        "without a manifest tables tell of themselves what they are: range deletes that were"
            + " flushed are lost, so keys that they deleted may be back, tables and parts of the log"
            + " that are gone are not missed, and keyspaces have default options");
    return new ManifestSalvage(new ManifestState(), false, false);
  }

  /**
   * The readable part of a damaged manifest.
   *
   * @param state the sum of its edits, up to the first that does not verify or makes no sense
   * @param isWhole whether these are all edits that it is known to have had
   */
  private record Remains(ManifestState state, boolean isWhole) {}

  /** Reads a manifest as far as that goes; throws if it is none. */
  private static Remains remains(Directory directory, String name) throws IOException {
    ManifestReader reader = ManifestReader.open(directory, name);
    ManifestState state = new ManifestState();
    boolean isWhole;
    try {
      int end = reader.forEach((offset, edit) -> state.apply(edit));
      ManifestFacts.check(state);
      isWhole = end == reader.length() && end >= proven(directory, reader.number());
    } catch (DbCorruptionException | IllegalArgumentException e) {
      isWhole = false;
    }
    return new Remains(state, isWhole && state.hasIdentity());
  }

  /** The length that CURRENT proves of a manifest, if it can be read and proves one. */
  private static long proven(Directory directory, long number) throws IOException {
    try {
      Current current = Current.read(directory);
      return current.manifest() == number ? current.manifestBytes() : 0;
    } catch (IOException | DbCorruptionException e) {
      return 0;
    }
  }

  /** Whether nothing came later. A file has its own name only once a manifest names it. */
  private static boolean isNewest(
      String manifest, ManifestState state, Directory directory, SalvageNotes notes)
      throws IOException {
    List<String> later =
        directory.list(name -> FileNames.number(name).orElse(0) >= state.nextFile());
    if (!later.isEmpty()) {
      notes.note(manifest + " is out of date, " + later.getFirst() + " came later" + UNKNOWN);
    }
    return later.isEmpty();
  }

  private static long number(String name) {
    return FileNames.manifestNumber(name).orElseThrow();
  }
}
