package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A disk on which the creation of tables can be held up, and fail in the end: whoever creates one
 * waits in the call until the test lets it go on.
 */
public final class HeldDisk implements Disk {

  private final Disk disk;
  private volatile CountDownLatch reached = new CountDownLatch(1);
  private volatile CountDownLatch released = new CountDownLatch(0);
  private volatile boolean failing;

  /** Wraps a disk; nothing is held up yet. */
  public HeldDisk(Disk disk) {
    this.disk = disk;
  }

  /** From now on, creations of tables wait. */
  public void hold() {
    reached = new CountDownLatch(1);
    released = new CountDownLatch(1);
  }

  /** Returns once a creation waits. */
  public void awaitHeld() throws InterruptedException {
    reached.await();
  }

  /** Lets those who wait go on, and all later ones pass. */
  public void release() {
    released.countDown();
  }

  /** Lets those who wait, and all later ones, fail. */
  public void releaseToFail() {
    failing = true;
    released.countDown();
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return new Holding(disk.openDirectory(path));
  }

  @Override
  public boolean isDirectory(Path path) {
    return disk.isDirectory(path);
  }

  private final class Holding extends DelegatingDirectory {

    Holding(Directory directory) {
      super(directory);
    }

    @Override
    public WritableFile create(String name) throws IOException {
      if (name.endsWith(".sst")) {
        reached.countDown();
        awaitRelease();
        if (failing) {
          throw new IOException("the test lets " + name + " fail");
        }
      }
      return super.create(name);
    }

    private void awaitRelease() throws IOException {
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }
}
