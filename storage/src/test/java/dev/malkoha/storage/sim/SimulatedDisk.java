package dev.malkoha.storage.sim;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that can lose power, fail and fill up.
 *
 * <p>{@link #crash} and {@link #kill} return new disks and leave this one as it is, so that many
 * states can be taken from one history. Same calls, same seeds: same states. Thread-safe; one
 * monitor guards everything.
 */
public final class SimulatedDisk implements Disk {

  /** Of the random bits that are drawn on each disk. */
  public static final long SEED = 42;

  private final Map<Path, DirectoryState> directories;
  private final CallGate gate = new CallGate();
  private Predicate<String> ignoredForces = name -> false;
  private boolean ignoresDirectoryForces;
  private boolean refusesLinks;
  private boolean trustsLocks;
  private long capacity = Long.MAX_VALUE;
  private long nextInode;

  /** Open files and directories, and held locks: each is itself alone. */
  private final Set<Object> handles = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Who has locked a file: a process, whatever name the file has by now. */
  private final IdentityHashMap<Inode, SimulatedProcess> locks = new IdentityHashMap<>();

  private final SimulatedProcess own = process();

  private long seed;
  private SplittableRandom chance;
  private long drawn;
  private long nanos;
  private Duration perLook = Duration.ofSeconds(1);

  /** Creates an empty disk. */
  public SimulatedDisk() {
    this(new LinkedHashMap<>(), 0, SEED);
  }

  private SimulatedDisk(Map<Path, DirectoryState> directories, long nextInode, long seed) {
    this.directories = directories;
    this.nextInode = nextInode;
    this.seed = seed;
    this.chance = new SplittableRandom(seed);
  }

  /** The simulated disk at the bottom of others; null if there is none. */
  public static @Nullable SimulatedDisk under(Disk disk) {
    return switch (disk) {
      case SimulatedDisk simulated -> simulated;
      case DiskAround around -> under(around.disk());
      default -> null;
    };
  }

  /** A process of its own on this disk; all others use it as one. */
  public SimulatedProcess process() {
    return process(() -> {});
  }

  /**
   * A process of its own on this disk.
   *
   * @param beforeCalls comes before each of its calls, on the thread that makes the call; it may
   *     wait
   */
  public SimulatedProcess process(Runnable beforeCalls) {
    return new SimulatedProcess(this, beforeCalls);
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return own.openDirectory(path);
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    return own.openExisting(path);
  }

  @Override
  public boolean isDirectory(Path path) {
    return own.isDirectory(path);
  }

  @Override
  public List<String> directories(Path path) throws IOException {
    return own.directories(path);
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    own.deleteDirectory(path);
  }

  boolean hasFile(Path path, String name, Inode file) {
    DirectoryState directory = directories.get(path);
    return directory != null && directory.entries().get(name) == file;
  }

  synchronized boolean hasDirectory(Path path) {
    return directories.containsKey(path);
  }

  /**
   * Gives a directory, with all below it, another path, durably and at once, also while it is used.
   *
   * @throws IllegalArgumentException if there is none, or the path is taken
   */
  public synchronized void move(Path from, Path to) {
    Path source = from.toAbsolutePath().normalize();
    Path target = to.toAbsolutePath().normalize();
    if (!directories.containsKey(source) || directories.containsKey(target)) {
      throw new IllegalArgumentException("no move from " + source + " to " + target);
    }
    stateOf(Objects.requireNonNull(target.getParent()));
    for (Path path : List.copyOf(directories.keySet())) {
      if (path.startsWith(source)) {
        DirectoryState moved = Objects.requireNonNull(directories.remove(path));
        directories.put(target.resolve(source.relativize(path)), moved);
      }
    }
  }

  /** The directory at a path, as an object that stays the same when it is moved; null if none. */
  public synchronized @Nullable Object directoryAt(Path path) {
    return directories.get(path.toAbsolutePath().normalize());
  }

  /** Where a directory is now; null if it is no more. */
  public synchronized @Nullable Path pathOf(Object directory) {
    for (Map.Entry<Path, DirectoryState> entry : directories.entrySet()) {
      if (entry.getValue() == directory) {
        return entry.getKey();
      }
    }
    return null;
  }

  DirectoryState delete(Path path) throws IOException {
    DirectoryState above = directories.get(path.getParent());
    if (above != null && above.has(String.valueOf(path.getFileName()))) {
      throw new NotDirectoryException(path.toString());
    }
    DirectoryState state = stateAt(path);
    if (!state.entries().isEmpty() || !subdirectories(path).isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    directories.remove(path);
    return state;
  }

  Set<String> subdirectories(Path path) {
    Set<String> names = new TreeSet<>();
    for (Path other : directories.keySet()) {
      if (path.equals(other.getParent())) {
        names.add(String.valueOf(other.getFileName()));
      }
    }
    DirectoryState state = directories.get(path);
    if (state != null && state.hasSetAside()) {
      names.add(Directory.SET_ASIDE);
    }
    return names;
  }

  /** A directory comes with those above it. */
  synchronized DirectoryState stateOf(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      directories.computeIfAbsent(above, p -> new DirectoryState());
    }
    return directories.computeIfAbsent(path, p -> new DirectoryState());
  }

  DirectoryState stateAt(Path path) throws NoSuchFileException {
    DirectoryState state = directories.get(path);
    if (state == null) {
      throw new NoSuchFileException(path.toString());
    }
    return state;
  }

  // Crashes.

  /** The disk that a power cut at this moment leaves. All of it is durable, nobody holds a lock. */
  public synchronized SimulatedDisk crash(CrashState how, long seed) {
    return heir(new Crash(directories).leave(how, new SplittableRandom(seed)), seed);
  }

  /**
   * The disk after a kill of the process at this moment: all writes are seen, none has become
   * durable by it, nobody holds a lock.
   */
  public synchronized SimulatedDisk kill() {
    Map<Path, DirectoryState> forks = new LinkedHashMap<>();
    Map<Inode, Inode> files = new HashMap<>();
    directories.forEach((path, state) -> forks.put(path, state.fork(files)));
    return heir(forks, 0);
  }

  /** What an heir draws is told by the history alone, not by how many heirs there are. */
  private SimulatedDisk heir(Map<Path, DirectoryState> states, long howSeed) {
    long heirsSeed = Arrays.hashCode(new long[] {seed, drawn, gate.count(), howSeed});
    SimulatedDisk heir = new SimulatedDisk(states, nextInode, heirsSeed);
    heir.nanos = nanos;
    heir.perLook = perLook;
    heir.ignoredForces = ignoredForces;
    heir.ignoresDirectoryForces = ignoresDirectoryForces;
    heir.refusesLinks = refusesLinks;
    heir.trustsLocks = trustsLocks;
    return heir;
  }

  /** How many pieces a {@link CrashState} decides about at this moment. */
  public synchronized int unsyncedPieces() {
    return new Crash(directories).pieces();
  }

  /**
   * Makes some unsynced state durable, as an operating system does at its leisure: each sector and
   * length with the given probability, names from the oldest change on. A crash may then leave
   * content that a later write has replaced; without this it leaves what was forced or what is
   * there.
   */
  public synchronized void writeBack(double probability, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<Inode> seen = new HashSet<>();
    for (DirectoryState directory : directories.values()) {
      directory.writeBack(seen, random, probability);
    }
  }

  // The rest of the machine: what is the same in each run with the same calls.

  /** Random bits, never the same twice on a disk and all that come from it by crashes. */
  public synchronized long draw() {
    drawn++;
    long bits = chance.nextLong();
    CallDigest.add(bits);
    return bits;
  }

  /** How far time moves on with each look at it: a second, if nobody says so. */
  public synchronized void passTime(Duration ofALook) {
    perLook = ofALook;
  }

  /** The time in nanoseconds, which moves on with each look at it. */
  public synchronized long nanos() {
    nanos += perLook.toNanos();
    CallDigest.add(nanos);
    return nanos;
  }

  /** Somebody else's bytes come to lie on the disk: what was drawn for them is not drawn again. */
  synchronized void stir(byte[] bytes) {
    seed = chance.nextLong() ^ Arrays.hashCode(bytes);
    chance = new SplittableRandom(seed);
  }

  // Observation.

  /**
   * Shows every call to a test before it takes effect, under the disk's monitor: the test may take
   * crash states and counts, but must not wait for other threads nor use the disk's files.
   */
  public synchronized void onCall(Consumer<Call> hook) {
    gate.hook(hook);
  }

  /** How many calls there were. */
  public synchronized long calls() {
    return gate.count();
  }

  /** How many calls of a kind there were. */
  public synchronized long calls(CallKind kind) {
    return gate.count(kind);
  }

  /** The last calls, one a line, for failure messages. */
  public synchronized String history() {
    return gate.describe();
  }

  /** The names of the files, directories and locks that somebody holds, each as often as held. */
  public synchronized List<String> handles() {
    return handles.stream().map(Object::toString).sorted().toList();
  }

  // Faults.

  /** Adds a rule; the first rule that fits a call decides. */
  public synchronized SimulatedDisk fail(Fault fault) {
    gate.add(fault);
    return this;
  }

  /** Removes all rules. */
  public synchronized void repair() {
    gate.clearFaults();
  }

  /** Limits the bytes of all files together. An append that does not fit is written in part. */
  public synchronized void limit(long bytes) {
    capacity = bytes;
  }

  /** From now on no file gets a second name. Inherited by crashed disks. */
  public synchronized SimulatedDisk refuseLinks() {
    refusesLinks = true;
    return this;
  }

  boolean refusesLinks() {
    return refusesLinks;
  }

  /** The bytes of all files together; those of one with two names count once. */
  public synchronized long usedBytes() {
    long used = 0;
    Set<Inode> seen = new HashSet<>();
    for (DirectoryState directory : directories.values()) {
      for (Inode inode : directory.entries().values()) {
        used += seen.add(inode) ? inode.size() : 0;
      }
    }
    return used;
  }

  /** The bytes of a directory's files as they lie on the disk, to be looked at and damaged. */
  public synchronized FilesAtRest filesAtRest(Path path) {
    return new FilesAtRest(this, stateOf(path.toAbsolutePath().normalize()));
  }

  // Seeded bugs: a test suite that does not notice them is worth nothing. Inherited by crashed
  // disks.

  /** From now on, forces of files of these names succeed and make nothing durable. */
  public synchronized SimulatedDisk ignoreForces(Predicate<String> names) {
    ignoredForces = names;
    return this;
  }

  /** From now on, forces of directories succeed and make nothing durable. */
  public synchronized SimulatedDisk ignoreDirectoryForces() {
    ignoresDirectoryForces = true;
    return this;
  }

  /** From now on, who has locked a file does not look whether it still has its name. */
  public synchronized SimulatedDisk trustLocks() {
    trustsLocks = true;
    return this;
  }

  boolean trustsLocks() {
    return trustsLocks;
  }

  boolean ignoresForce(String name) {
    return ignoredForces.test(name);
  }

  boolean ignoresDirectoryForces() {
    return ignoresDirectoryForces;
  }

  // For the files and directories.

  synchronized <T extends @Nullable Object> T call(
      CallKind kind, String name, long offset, long length, CallGate.Effect<T> effect)
      throws IOException {
    return gate.pass(kind, name, offset, length, effect, call -> {});
  }

  /** Forces a range of a file; a fault leaves part of it durable and gives up the rest. */
  synchronized void force(CallKind kind, String name, Inode inode, long offset, long length)
      throws IOException {
    CallGate.Effect<Boolean> effect =
        call -> {
          if (!ignoresForce(name)) {
            inode.force(offset, length);
          }
          return true;
        };
    Consumer<Call> onFail =
        call -> inode.failForce(offset, length, new SplittableRandom(call.index()));
    gate.pass(kind, name, offset, length, effect, onFail);
  }

  synchronized void opened(Object handle) {
    handles.add(handle);
  }

  synchronized void closed(Object handle) {
    handles.remove(handle);
  }

  /** Locks a file for a process; null if somebody has. */
  synchronized @Nullable SimulatedLock lock(SimulatedProcess process, Path path, Inode file) {
    if (locks.containsKey(file) || !process.hold(path, file)) {
      return null;
    }
    locks.put(file, process);
    return new SimulatedLock(process, path, file);
  }

  void unlock(Inode file) {
    locks.remove(file);
  }

  Inode newInode() {
    return new Inode(nextInode++);
  }

  long freeBytes() {
    return capacity == Long.MAX_VALUE ? capacity : Math.max(0, capacity - usedBytes());
  }
}
