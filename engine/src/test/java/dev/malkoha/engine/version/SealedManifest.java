package dev.malkoha.engine.version;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The manifest in force of a closed store as its edits, which tests change and seal again: every
 * checksum is right, whatever the edits say.
 */
public record SealedManifest(long number, List<List<EditEntry>> edits) {

  /** Takes the edits as they are. */
  public SealedManifest {
    edits = List.copyOf(edits);
  }

  /** The manifest of the store on a disk. */
  public static SealedManifest of(SimulatedDisk disk) throws IOException {
    try (Directory directory = ((Disk) disk).openExisting(Stores.PATH)) {
      long number = Current.read(directory).manifest();
      List<List<EditEntry>> edits = new ArrayList<>();
      ManifestReader.open(directory, FileNames.manifest(number))
          .forEach((offset, edit) -> edits.add(edit));
      return new SealedManifest(number, edits);
    }
  }

  /** Puts it in force on a disk, where CURRENT proves all of it. */
  public void writeTo(SimulatedDisk disk) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(ManifestWriter.header(number));
    for (List<EditEntry> edit : edits) {
      file.writeBytes(ManifestWriter.record(number, file.size(), EditEntry.encode(edit)));
    }
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    files.write(FileNames.manifest(number), file.toByteArray());
    files.write(FileNames.CURRENT, new Current(number, file.size()).encode());
  }

  /**
   * What the edits add up to.
   *
   * @throws IllegalArgumentException if they contradict each other
   */
  public ManifestState state() {
    ManifestState state = new ManifestState();
    edits.forEach(state::apply);
    return state;
  }
}
