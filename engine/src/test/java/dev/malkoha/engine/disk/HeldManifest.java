package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A disk on which the forces of manifests can be held up: whoever makes one waits in the call. */
public final class HeldManifest implements Disk {

  private final Disk disk;
  private volatile CountDownLatch reached = new CountDownLatch(0);
  private volatile CountDownLatch released = new CountDownLatch(0);

  /** Wraps a disk; nothing is held up yet. */
  public HeldManifest(Disk disk) {
    this.disk = disk;
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

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return new Holding(disk.openDirectory(path));
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    return new Holding(disk.openExisting(path));
  }

  @Override
  public boolean isDirectory(Path path) {
    return disk.isDirectory(path);
  }

  private void pass() throws IOException {
    reached.countDown();
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private final class Holding extends DelegatingDirectory {

    Holding(Directory directory) {
      super(directory);
    }

    @Override
    public WritableFile create(String name) throws IOException {
      WritableFile file = super.create(name);
      return name.startsWith("MANIFEST") ? new Manifest(file) : file;
    }
  }

  private final class Manifest implements WritableFile {
    private final WritableFile file;

    Manifest(WritableFile file) {
      this.file = file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      file.append(bytes, offset, length);
    }

    @Override
    public void force() throws IOException {
      pass();
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
