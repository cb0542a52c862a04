package dev.malkoha.engine.disk;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.DelegatingWritableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/**
 * A disk on which threads wait in the middle of their work, by a seed's choice, until the test lets
 * one of them go on: so jobs come between each other's calls, at every place in a history.
 *
 * <p>They wait where they make, fill, force, open or read files of tables, deletion vectors and
 * values. None of these calls is made under a lock that all of a store's work needs. Any thread.
 */
public final class HeldCalls {

  private static final List<String> FILES = List.of(".sst", ".dv", ".val");

  /** Lets others go on, and so never waits. */
  private final Thread owner = Thread.currentThread();

  private final Predicate<Thread> mayBeHeld;
  private final SplittableRandom seeds;
  private final int oneIn;
  private final Map<String, SplittableRandom> choices = new HashMap<>();
  private final Set<Thread> known = new HashSet<>();

  /** By the thread's name, so that a seed picks the same one again. */
  private final Map<String, CountDownLatch> held = new TreeMap<>();

  private boolean holds = true;

  /**
   * Creates the choices of a seed.
   *
   * @param mayBeHeld tells the threads of which calls may wait
   * @param oneIn of about so many calls one waits; of those that open deletion vectors each
   */
  public HeldCalls(long seed, int oneIn, Predicate<Thread> mayBeHeld) {
    this.seeds = new SplittableRandom(seed);
    this.oneIn = oneIn;
    this.mayBeHeld = mayBeHeld;
  }

  /** A disk on which calls wait. */
  public Disk on(Disk disk) {
    return new WrappedDisk(disk, Holding::new);
  }

  private void pass(String name, boolean isOpening) throws IOException {
    CountDownLatch gate = gate(name, isOpening);
    if (gate != null) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private synchronized CountDownLatch gate(String name, boolean isOpening) {
    Thread self = Thread.currentThread();
    if (!self.equals(owner)) {
      known.add(self);
    }
    boolean isWork = FILES.stream().anyMatch(name::endsWith) && mayBeHeld.test(self);
    if (!holds || !isWork) {
      return null;
    }
    SplittableRandom choice =
        choices.computeIfAbsent(self.getName(), thread -> new SplittableRandom(seeds.nextLong()));
    if (choice.nextInt(isOpening && name.endsWith(".dv") ? 1 : oneIn) > 0) {
      return null;
    }
    CountDownLatch gate = new CountDownLatch(1);
    held.put(self.getName() + " " + self.threadId(), gate);
    return gate;
  }

  /** Lets one of those that wait go on; returns whether any waited. */
  public synchronized boolean releaseOne(SplittableRandom random) {
    List<String> all = new ArrayList<>(held.keySet());
    if (all.isEmpty()) {
      return false;
    }
    held.remove(all.get(random.nextInt(all.size()))).countDown();
    return true;
  }

  /** Lets all go on; nobody waits any more. */
  public synchronized void letGo() {
    holds = false;
    held.values().forEach(CountDownLatch::countDown);
    held.clear();
  }

  /** Whether nobody who has used the disk gets on by himself just now. */
  public synchronized boolean isQuiet() {
    return known.stream().noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE);
  }

  @Override
  public synchronized String toString() {
    StringBuilder all = new StringBuilder("held: " + held.keySet());
    for (Thread thread : known) {
      all.append("\n").append(thread).append(' ').append(thread.getState());
    }
    return all.toString();
  }

  private final class Holding extends DelegatingDirectory {

    Holding(Directory directory) {
      super(directory);
    }

    @Override
    public WritableFile create(String name) throws IOException {
      pass(name, false);
      return super.create(name);
    }

    @Override
    protected WritableFile wrap(WritableFile file) {
      return new Written(file);
    }

    @Override
    public ReadableFile open(String name) throws IOException {
      pass(name, true);
      return new Read(super.open(name));
    }
  }

  private final class Written extends DelegatingWritableFile {

    Written(WritableFile file) {
      super(file);
    }

    @Override
    public void append(byte[] bytes, int offset, int length) throws IOException {
      pass(name(), false);
      super.append(bytes, offset, length);
    }

    @Override
    public void force() throws IOException {
      pass(name(), false);
      super.force();
    }
  }

  private final class Read implements ReadableFile {
    private final ReadableFile file;

    Read(ReadableFile file) {
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
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      pass(name(), false);
      file.read(position, into, offset, length);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
