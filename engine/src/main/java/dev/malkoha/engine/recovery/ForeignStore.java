package dev.malkoha.engine.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory that is no store: of another kind, which people who come from it try, or what is
 * left.
 */
public final class ForeignStore {

  private static final int CURRENT_BYTES_MAX = 64;

  private ForeignStore() {}

  /**
   * Throws if a directory is of another kind of store that is known here; changes nothing.
   *
   * @throws DbNotFoundException if so, naming the kind
   */
  public static void refuse(Directory directory) throws IOException {
    if (!directory.exists(FileNames.CURRENT)) {
      if (directory.exists("data.mdb")) {
        throw is(directory, "LMDB");
      }
    } else if (namesManifestInText(directory)) {
      boolean isRocks =
          directory.list().stream()
              .anyMatch(name -> name.startsWith("OPTIONS-") || name.equals("IDENTITY"));
      throw is(directory, isRocks ? "RocksDB" : "LevelDB");
    }
  }

  /** Ours holds numbers, and never such a text. One that goes meanwhile is for others to miss. */
  private static boolean namesManifestInText(Directory directory) throws IOException {
    try (ReadableFile file = directory.open(FileNames.CURRENT)) {
      byte[] bytes = new byte[(int) Math.min(file.size(), CURRENT_BYTES_MAX)];
      file.read(0, bytes, 0, bytes.length);
      return new String(bytes, ISO_8859_1).matches("MANIFEST-\\d+\n");
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static DbNotFoundException is(Directory directory, String kind) {
    return new DbNotFoundException(
        "%s is a store of %s, not of Malkoha; nothing was changed there. docs/from-rocksdb.md tells how to bring its data over"
            .formatted(directory.path(), kind),
        null);
  }

  /**
   * Throws if a directory without CURRENT holds tables: nothing says which belong to the store.
   *
   * @param names of the files there
   * @throws DbCorruptionException if a table is among them
   */
  public static void refuseTables(Path path, List<String> names) {
    if (names.stream().anyMatch(name -> FileNames.tableNumber(name).isPresent())) {
      throw new DbCorruptionException(
          "%s holds tables but no file named %s that says which belong to the store: restore it from a checkpoint or salvage it"
              .formatted(path, FileNames.CURRENT),
          null);
    }
  }
}
