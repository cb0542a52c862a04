package dev.malkoha.engine.crash;

import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingWritableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory under a store that names files before it has made them durable: what should be forced
 * before the manifest's edit is forced after it.
 */
final class LateForces extends DelegatingDirectory {

  /** What comes too late. */
  enum Late {
    TABLE_BYTES(".sst", false),
    TABLE_NAMES(".sst", true),
    SIDECAR_BYTES(".dv", false),
    SIDECAR_NAMES(".dv", true),
    VALUE_BYTES(".val", false),
    VALUE_NAMES(".val", true);

    private final String ending;
    private final boolean names;

    Late(String ending, boolean names) {
      this.ending = ending;
      this.names = names;
    }
  }

  private interface Force {
    void run() throws IOException;
  }

  private final Late late;
  private final List<Force> owed = new ArrayList<>();
  private boolean newName;

  private LateForces(Directory directory, Late late) {
    super(directory);
    this.late = late;
  }

  static Disk over(SimulatedDisk disk, Late late) {
    return new WrappedDisk(disk, directory -> new LateForces(directory, late));
  }

  @Override
  public WritableFile create(String name) throws IOException {
    newName |= name.endsWith(late.ending);
    return super.create(name);
  }

  @Override
  protected WritableFile wrap(WritableFile file) {
    return new LateFile(file);
  }

  @Override
  public void force() throws IOException {
    if (late.names && newName) {
      newName = false;
      owed.add(super::force);
    } else {
      super.force();
    }
  }

  private void pay() throws IOException {
    for (Force force : owed) {
      force.run();
    }
    owed.clear();
  }

  /** Stays open for as long as a force is owed: the test ends before that matters. */
  private final class LateFile extends DelegatingWritableFile {

    LateFile(WritableFile file) {
      super(file);
    }

    @Override
    public void force() throws IOException {
      if (!late.names && name().endsWith(late.ending)) {
        owed.add(super::force);
        return;
      }
      super.force();
      if (name().startsWith("MANIFEST")) {
        pay();
      }
    }

    @Override
    public void close() throws IOException {
      if (!name().endsWith(late.ending)) {
        super.close();
      }
    }
  }
}
