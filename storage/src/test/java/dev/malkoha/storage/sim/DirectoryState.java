package dev.malkoha.storage.sim;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The names of one simulated directory, current and durable. Guarded by the disk's monitor. */
final class DirectoryState {

  private final Map<String, Inode> current = new HashMap<>();
  private final Map<String, Inode> durable = new HashMap<>();
  private final List<EntryChange> unsynced = new ArrayList<>();

  /** A directory whose names are all durable. */
  static DirectoryState of(Map<String, Inode> entries) {
    DirectoryState state = new DirectoryState();
    state.current.putAll(entries);
    state.durable.putAll(entries);
    return state;
  }

  Map<String, Inode> entries() {
    return current;
  }

  Map<String, Inode> durableEntries() {
    return durable;
  }

  List<EntryChange> unsynced() {
    return unsynced;
  }

  boolean has(String name) {
    return current.containsKey(name);
  }

  Inode get(String name) throws NoSuchFileException {
    Inode inode = current.get(name);
    if (inode == null) {
      throw new NoSuchFileException(name);
    }
    return inode;
  }

  void change(@Nullable String removed, @Nullable String added, Inode inode) {
    EntryChange change = new EntryChange(removed, added, inode);
    change.apply(current);
    unsynced.add(change);
  }

  void force() {
    durable.clear();
    durable.putAll(current);
    unsynced.clear();
  }

  boolean hasSetAside() {
    return current.keySet().stream().anyMatch(name -> name.contains("/"));
  }

  /**
   * The system writes some content, and the first few changes of names, of its own accord.
   *
   * @param seen files whose turn it was already, under their names in other directories
   */
  void writeBack(Set<Inode> seen, SplittableRandom random, double probability) {
    for (Inode inode : inodes()) {
      if (seen.add(inode)) {
        inode.writeBack(random, probability);
      }
    }
    while (!unsynced.isEmpty() && random.nextDouble() < probability) {
      unsynced.remove(0).apply(durable);
    }
  }

  /** Every file that some name means, meant or may mean after a crash, in the order of creation. */
  Iterable<Inode> inodes() {
    Map<Long, Inode> byId = new TreeMap<>();
    current.values().forEach(inode -> byId.put(inode.id, inode));
    durable.values().forEach(inode -> byId.put(inode.id, inode));
    unsynced.forEach(change -> byId.put(change.inode().id, change.inode()));
    return byId.values();
  }

  /**
   * The same directory over copies of the files.
   *
   * @param forks the copies so far: a file with names in several directories stays one
   */
  DirectoryState fork(Map<Inode, Inode> forks) {
    Function<Inode, Inode> fork = inode -> forks.computeIfAbsent(inode, Inode::fork);
    DirectoryState state = new DirectoryState();
    current.forEach((name, inode) -> state.current.put(name, fork.apply(inode)));
    durable.forEach((name, inode) -> state.durable.put(name, fork.apply(inode)));
    for (EntryChange change : unsynced) {
      Inode inode = fork.apply(change.inode());
      state.unsynced.add(new EntryChange(change.removed(), change.added(), inode));
    }
    return state;
  }
}
