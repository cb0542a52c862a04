package dev.malkoha.storage.sim;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a directory that its force has not made durable yet: a creation adds a name, a
 * deletion removes one, a rename does both at once. Applied without an earlier change, it leaves
 * the names that it concerns as they were just after it.
 */
record EntryChange(@Nullable String removed, @Nullable String added, Inode inode) {

  void apply(Map<String, Inode> entries) {
    if (removed != null) {
      entries.remove(removed);
    }
    if (added != null) {
      entries.put(added, inode);
    }
  }
}
