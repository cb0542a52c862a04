package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingWritableFile;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Holds up the forces of manifests on a disk: whoever makes one waits in the call. */
public final class HeldManifest {

  private volatile CountDownLatch reached = new CountDownLatch(0);
  private volatile CountDownLatch released = new CountDownLatch(0);

  /** Holds nothing up yet. */
  public HeldManifest() {}

  /** A disk on which forces are held up, when they are. */
  public Disk on(Disk disk) {
    return new WrappedDisk(disk, Holding::new);
  }

  /** From now on forces wait. */
  public void hold() {
    reached = new CountDownLatch(1);
    released = new CountDownLatch(1);
  }

  /** Returns once somebody waits. */
  public void awaitHeld() throws InterruptedException {
    reached.await();
  }

  /** Lets forces go on. */
  public void release() {
    released.countDown();
  }

  private final class Holding extends DelegatingDirectory {

    Holding(Directory directory) {
      super(directory);
    }

    @Override
    protected WritableFile wrap(WritableFile file) {
      return file.name().startsWith("MANIFEST") ? new Manifest(file) : file;
    }
  }

  private final class Manifest extends DelegatingWritableFile {

    Manifest(WritableFile file) {
      super(file);
    }

    @Override
    public void force() throws IOException {
      reached.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      super.force();
    }
  }
}
