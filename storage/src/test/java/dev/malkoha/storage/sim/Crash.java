package dev.malkoha.storage.sim;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A power cut: reads the pieces off the directories' states and builds the states that it leaves.
 */
final class Crash {

  private final Map<Path, DirectoryState> directories;

  /** Of every file, once: it may have names in several directories. */
  private final Map<Inode, int[]> unsyncedSectors = new HashMap<>();

  private final Map<Inode, Inode> survivors = new HashMap<>();
  private final int pieces;
  private int piece;

  Crash(Map<Path, DirectoryState> directories) {
    this.directories = directories;
    this.pieces = directories.values().stream().mapToInt(this::count).sum();
  }

  private int count(DirectoryState directory) {
    int count = directory.unsynced().size();
    for (Inode inode : directory.inodes()) {
      if (!unsyncedSectors.containsKey(inode)) {
        int[] sectors = inode.unsynced();
        unsyncedSectors.put(inode, sectors);
        count += sectors.length + (hasUnsyncedLength(inode) ? 1 : 0);
      }
    }
    return count;
  }

  int pieces() {
    return pieces;
  }

  Map<Path, DirectoryState> leave(CrashState how, SplittableRandom random) {
    CrashState.Survival survival = how.start(pieces, random);
    Map<Path, DirectoryState> left = new LinkedHashMap<>();
    directories.forEach((path, directory) -> left.put(path, leave(directory, survival)));
    return left;
  }

  private DirectoryState leave(DirectoryState directory, CrashState.Survival survival) {
    Map<String, Inode> names = new HashMap<>(directory.durableEntries());
    for (EntryChange change : directory.unsynced()) {
      if (survival.keepsEntry(piece++)) {
        change.apply(names);
      }
    }
    for (Inode inode : directory.inodes()) {
      if (!survivors.containsKey(inode)) {
        survivors.put(inode, leave(inode, survival));
      }
    }
    names.replaceAll((name, inode) -> survivors.getOrDefault(inode, inode));
    return DirectoryState.of(names);
  }

  private Inode leave(Inode inode, CrashState.Survival survival) {
    long size = inode.size();
    if (hasUnsyncedLength(inode)) {
      size = survival.length(piece++, inode.durableSize(), inode.size());
    }
    int[] sectors = unsyncedSectors.getOrDefault(inode, new int[0]);
    int[] kept = Arrays.stream(sectors).filter(s -> survival.keepsSector(piece++)).toArray();
    return inode.survivor(size, kept);
  }

  private static boolean hasUnsyncedLength(Inode inode) {
    return inode.size() != inode.durableSize();
  }
}
