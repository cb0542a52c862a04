package dev.malkoha.engine.recovery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.wal.Log;
import dev.malkoha.wal.LogProof;

/**
 * A look at a directory that tells a store from no store. It refuses what is unfinished, of another
 * kind, or the remains of a store. It changes nothing.
 */
public final class StoreDirectory {

  private static final int CURRENT_BYTES_MAX = 64;

  /** The looks that may all differ, as where each call of the disk fails in its own way. */
  private static final int LOOKS_MAX = 10;

  private StoreDirectory() {}

  /**
   * Tells whether there is a store in a directory. Others may be making or removing one meanwhile:
   * a directory is refused when two looks at it agree.
   *
   * @return false if there is none, and nothing that was part of one
   * @throws DbNotFoundException if there is a store of another kind that is known here
   * @throws DbCorruptionException if there is an unfinished store, or one without {@code CURRENT}
   */
  public static boolean holdsStore(Directory directory) throws IOException {
    String before = "";
    for (int look = 1; true; look++) {
      try {
        refuseUnfinished(directory);
        boolean holdsStore = holdsFinished(directory);
        refuseUnfinished(directory); // CURRENT is there before the mark has gone
        return holdsStore;
      } catch (IOException | DbException e) {
        if (look == LOOKS_MAX || e.toString().equals(before)) {
          throw e;
        }
        before = e.toString();
      }
    }
  }

  /** Tells the same of a directory whose mark of an unfinished store does not count. */
  public static boolean holdsFinished(Directory directory) throws IOException {
    refuseForeign(directory);
    if (directory.exists(FileNames.CURRENT)) {
      return true;
    }
    List<String> names = directory.list(); // one look: stores come and go between two
    if (names.contains(FileNames.CURRENT)) {
      return true;
    }
    if (names.stream().anyMatch(name -> FileNames.tableNumber(name).isPresent())) {
      throw withoutCurrent(
          directory, "tables but no file named %s that says which belong to the store");
    }
    if (!names.isEmpty()) {
      refuseRecords(directory);
    }
    return false;
  }

  /** Throws if a directory is marked as unfinished. */
  public static void refuseUnfinished(Directory directory) throws IOException {
    if (directory.exists(FileNames.UNFINISHED)) {
      throw new DbCorruptionException(
          "%s holds an unfinished checkpoint or restored store: the file %s in it says that it is still being made, or that this was cut short. Wait for it, or make it again into the same directory, or delete the directory"
              .formatted(directory.path(), FileNames.UNFINISHED),
          null);
    }
  }

  /**
   * Throws if a directory is of another kind of store that is known here.
   *
   * @throws DbNotFoundException if so, naming the kind
   */
  public static void refuseForeign(Directory directory) throws IOException {
    if (!directory.exists(FileNames.CURRENT)) {
      if (directory.exists("data.mdb")) {
        throw foreign(directory, "LMDB");
      }
    } else if (namesManifestInText(directory)) {
      boolean isRocks =
          directory.list().stream()
              .anyMatch(name -> name.startsWith("OPTIONS-") || name.equals("IDENTITY"));
      throw foreign(directory, isRocks ? "RocksDB" : "LevelDB");
    }
  }

  /** Ours holds numbers, and never such a text. One that goes meanwhile is for others to miss. */
  private static boolean namesManifestInText(Directory directory) throws IOException {
    try (ReadableFile file = directory.openOnce(FileNames.CURRENT)) {
      byte[] bytes = new byte[(int) Math.min(file.size(), CURRENT_BYTES_MAX)];
      file.read(0, bytes, 0, bytes.length);
      return new String(bytes, ISO_8859_1).matches("MANIFEST-\\d+\n");
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static DbNotFoundException foreign(Directory directory, String kind) {
    return new DbNotFoundException(
        "%s is a store of %s, not of Malkoha; nothing was changed there. docs/from-rocksdb.md tells how to bring its data over"
            .formatted(directory.path(), kind),
        null);
  }

  /**
   * A log that holds writes must have had a manifest. One left by an opening cut short has none.
   */
  private static void refuseRecords(Directory directory) throws IOException {
    Log.RecordHandler refusal =
        (position, buffer, offset, length) -> {
          throw withoutCurrent(
              directory,
              "a log of writes but no file named %s that says which store they belong to");
        };
    Log.recover(directory, 0, LogProof.NONE, refusal);
  }

  private static DbCorruptionException withoutCurrent(Directory directory, String holds) {
    return new DbCorruptionException(
        "%s holds %s: restore it from a checkpoint or salvage it"
            .formatted(directory.path(), holds.formatted(FileNames.CURRENT)),
        null);
  }
}
