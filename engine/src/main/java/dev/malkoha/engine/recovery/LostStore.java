package dev.malkoha.engine.recovery;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.version.FileNames;
import java.nio.file.Path;
import java.util.List;

/** A directory with tables, and no CURRENT that says which of them belong to the store. */
public final class LostStore {

  private LostStore() {}

  /**
   * Throws if the directory is one.
   *
   * @param names of the files there, without CURRENT
   * @throws DbCorruptionException if a table is among them
   */
  public static void refuse(Path path, List<String> names) {
    for (String name : names) {
      if (FileNames.tableNumber(name).isPresent()) {
        throw new DbCorruptionException(
            path
                + " holds tables but no file named "
                + FileNames.CURRENT
                + " that says which belong to the store: restore it from a checkpoint or salvage it",
            null);
      }
    }
  }
}
