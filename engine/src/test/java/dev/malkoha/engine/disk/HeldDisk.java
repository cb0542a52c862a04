package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DiskAround;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * A disk on which the creation of tables can be held up, for flushes and for compactions, and fail
 * in the end: whoever creates one waits in the call until the test lets it go on.
 */
public final class HeldDisk implements DiskAround {

  /** Who is held up, as the worker threads' names tell. */
  public enum Work {
    FLUSH("-flush-"),
    COMPACTION("-compaction-");

    private final String inThreadName;

    Work(String inThreadName) {
      this.inThreadName = inThreadName;
    }
  }

  private record Gate(CountDownLatch reached, CountDownLatch released) {
    Gate() {
      this(new CountDownLatch(1), new CountDownLatch(1));
    }
  }

  private final Disk disk;
  private final Map<Work, Gate> gates = new ConcurrentHashMap<>();
  private volatile boolean failing;

  /** Wraps a disk; nothing is held up yet. */
  public HeldDisk(Disk disk) {
    this.disk = disk;
  }

  /** From now on, such work waits where it creates a table. */
  public void hold(Work work) {
    gates.put(work, new Gate());
  }

  /** Returns once such work waits. */
  public void awaitHeld(Work work) throws InterruptedException {
    gates.get(work).reached().await();
  }

  /** Lets such work go on, that which waits and all that comes. */
  public void release(Work work) {
    gates.remove(work).released().countDown();
  }

  /** Lets the one that waits go on, and holds up the next one. */
  public void releaseOne(Work work) {
    gates.put(work, new Gate()).released().countDown();
  }

  /** From now on, creations of tables fail, those that wait included. */
  public void fail() {
    failing = true;
    gates.keySet().forEach(this::release);
  }

  @Override
  public Disk disk() {
    return disk;
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
  public boolean isDirectory(Path path) throws IOException {
    return disk.isDirectory(path);
  }

  @Override
  public List<String> directories(Path path) throws IOException {
    return disk.directories(path);
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    disk.deleteDirectory(path);
  }

  private void pass(String name) throws IOException {
    String thread = Thread.currentThread().getName();
    for (Map.Entry<Work, Gate> gate : gates.entrySet()) {
      if (thread.contains(gate.getKey().inThreadName)) {
        gate.getValue().reached().countDown();
        await(gate.getValue().released());
      }
    }
    if (failing) {
      throw new IOException("the test lets the creation of " + name + " fail");
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
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
      if (name.endsWith(".sst")) {
        pass(name);
      }
      return super.create(name);
    }
  }
}
