package dev.malkoha.engine.version;

import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Removes what an earlier life of the store left behind: tables and sidecars that no edit names,
 * older manifests, an unfinished CURRENT. The log removes its own.
 */
public final class ObsoleteFiles {

  private ObsoleteFiles() {}

  /** Deletes them. Only after the manifest in force is durable. */
  public static void delete(Directory directory, Version version, long manifestNumber)
      throws IOException {
    Set<Long> live = new HashSet<>();
    for (Table table : version.tables()) {
      live.add(table.meta().number());
      VectorRef vector = table.vector();
      if (vector != null) {
        live.add(vector.sidecar());
      }
    }
    live.add(manifestNumber);
    boolean deleted = false;
    for (String name : directory.list()) {
      if (isObsolete(name, live)) {
        directory.delete(name);
        deleted = true;
      }
    }
    if (deleted) {
      directory.force();
    }
  }

  private static boolean isObsolete(String name, Set<Long> live) {
    OptionalLong number = FileNames.number(name);
    return number.isPresent()
        ? !live.contains(number.getAsLong())
        : name.equals(FileNames.CURRENT_DRAFT);
  }
}
