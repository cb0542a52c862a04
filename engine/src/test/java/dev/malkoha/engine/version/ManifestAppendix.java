package dev.malkoha.engine.version;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The manifest of a closed store, read and made to say more by tests. */
public final class ManifestAppendix {

  private final SimulatedDisk disk;

  public ManifestAppendix(SimulatedDisk disk) {
    this.disk = disk;
  }

  /** What the manifest says. */
  public ManifestState state() throws IOException {
    try (Directory directory = ((Disk) disk).openDirectory(Stores.PATH)) {
      return ManifestReader.readInForce(directory).state();
    }
  }

  /** Adds an edit, as the store would. */
  public void append(EditEntry... entries) throws IOException {
    long number;
    try (Directory directory = ((Disk) disk).openDirectory(Stores.PATH)) {
      number = Current.read(directory).manifest();
    }
    FilesAtRest files = disk.filesAtRest(Stores.PATH);
    String name = FileNames.manifest(number);
    byte[] before = files.read(name);
    byte[] record =
        ManifestWriter.record(number, before.length, EditEntry.encode(List.of(entries)));
    byte[] after = Arrays.copyOf(before, before.length + record.length);
    System.arraycopy(record, 0, after, before.length, record.length);
    files.write(name, after);
  }
}
