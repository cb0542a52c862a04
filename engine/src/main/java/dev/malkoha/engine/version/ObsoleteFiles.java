package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Removes what an earlier life of the store left behind: tables that no edit names, older
 * manifests, an unfinished CURRENT. The log removes its own.
 */
public final class ObsoleteFiles {

  private ObsoleteFiles() {}

  /** Deletes them. Only after the manifest in force is durable. */
  public static void delete(Directory directory, Version version, long manifestNumber)
      throws IOException {
    Set<Long> live = new HashSet<>();
    version.tables().forEach(table -> live.add(table.meta().number()));
    boolean deleted = false;
    for (String name : directory.list()) {
      if (isObsolete(name, live, manifestNumber)) {
        directory.delete(name);
        deleted = true;
      }
    }
    if (deleted) {
      directory.force();
    }
  }

  private static boolean isObsolete(String name, Set<Long> live, long manifestNumber) {
    var table = FileNames.tableNumber(name);
    if (table.isPresent()) {
      return !live.contains(table.getAsLong());
    }
    var manifest = FileNames.manifestNumber(name);
    if (manifest.isPresent()) {
      return manifest.getAsLong() != manifestNumber;
    }
    return name.equals(FileNames.CURRENT_DRAFT);
  }
}
