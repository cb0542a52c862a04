package dev.malkoha.engine.api;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.WriteBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A small store with something of everything, of which one is kept in every format that is read:
 * tables in several levels, compressed or not, entries that are overwritten, deleted, dead in a
 * sidecar or beneath a range delete, and writes that are in the log alone.
 *
 * <p>It uses nothing but the public interface, so that it compiles with older releases too. Its
 * {@link #main} writes a store and what it should hold; {@code
 * engine/src/test/resources/stores/README.txt} tells how the kept ones were made.
 */
public final class SampleStore {

  /** Keys from this number on were never written. */
  static final int KEYS = 320;

  private static final int FIRST_LOGGED = 300;

  /** Repeats that make a value of about a kilobyte. */
  private static final int LONG = 100;

  private final Function<DbOptions, Db> opener;
  private final NavigableMap<String, String> content = new TreeMap<>();

  private SampleStore(Function<DbOptions, Db> opener) {
    this.opener = opener;
  }

  /** A store, still open, and what it should hold, as text. */
  record Written(Db db, NavigableMap<String, String> content) {}

  /**
   * Writes a store and leaves it open.
   *
   * @param opener opens the store; what it opens is closed, but for the last time
   * @param packing how the tables of the upper levels are compressed
   */
  static Written write(Function<DbOptions, Db> opener, Compression packing) {
    SampleStore store = new SampleStore(opener);
    return new Written(store.write(packing), store.content);
  }

  /**
   * Writes a store into a directory, and beside it what it should hold.
   *
   * @param args the directory; the file of the content; {@code closed} or {@code killed}; the
   *     compression
   */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Written written = write(options -> Db.open(directory, options), Compression.valueOf(args[3]));
    StringBuilder lines = new StringBuilder();
    written.content.forEach(
        (key, value) -> lines.append(hex(key)).append('=').append(hex(value)).append('\n'));
    Files.writeString(Path.of(args[1]), lines);
    System.out.println(written.db.stats());
    if (args[2].equals("killed")) {
      Runtime.getRuntime().halt(0);
    }
    written.db.close();
  }

  static byte[] key(int number) {
    return bytes(name(number));
  }

  private static String name(int number) {
    return String.format(Locale.ROOT, "key-%03d", number);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(bytes(text));
  }

  private static DbOptions.Builder options(Compression packing) {
    return DbOptions.builder()
        .memTableBytes(64 << 10)
        .tableBytes(4096)
        .blockBytes(256)
        .compression(packing);
  }

  private Db write(Compression packing) {
    try (Db db = opener.apply(options(Compression.NONE).garbageShare(1).build())) {
      writeDeepLevel(db);
      deleteForGood(db);
    }
    Db db = opener.apply(options(packing).deleteApplier(false).build());
    overwrite(db);
    deleteBeneath(db);
    logOnly(db);
    return db;
  }

  /** More than level 1 may hold, most of it in values that are overwritten later. */
  private void writeDeepLevel(Db db) {
    for (int i = 0; i < FIRST_LOGGED; i++) {
      put(db, i, 0, isLongAtFirst(i) ? LONG : i % 4);
    }
    db.compact();
  }

  private static boolean isLongAtFirst(int number) {
    return number % 6 == 0;
  }

  /** The delete applier, where there is one, marks them and what they cover dead in sidecars. */
  private void deleteForGood(Db db) {
    for (int i = 7; i < FIRST_LOGGED; i += 41) {
      delete(db, i);
    }
    flush(db);
  }

  /** As many tables of level 0 as are gathered in level 1. */
  private void overwrite(Db db) {
    for (int round = 0; round < 4; round++) {
      for (int i = round; i < FIRST_LOGGED; i++) {
        if (isLongAtFirst(i) || i % 7 == round) {
          put(db, i, round + 1, i % 4);
        }
      }
      flush(db);
    }
  }

  /** Deletes stay what they are from here on, since nothing applies them. */
  private void deleteBeneath(Db db) {
    for (int i = 3; i < FIRST_LOGGED; i += 17) {
      delete(db, i);
    }
    deleteRange(db, 100, 125);
    deleteRange(db, 200, 204);
    flush(db);
    for (int i = 2; i < FIRST_LOGGED; i += 13) {
      put(db, i, 11, i % 4);
    }
    delete(db, 31);
    flush(db);
  }

  private static void flush(Db db) {
    db.flush();
    db.awaitIdle();
  }

  private void logOnly(Db db) {
    for (int i = FIRST_LOGGED; i < KEYS; i++) {
      put(db, i, 20, 0);
    }
    WriteBatch batch = new WriteBatch();
    batch.put(key(5), bytes("of a batch")).delete(key(302)).delete(key(6));
    content.put(name(5), "of a batch");
    content.remove(name(302));
    content.remove(name(6));
    batch.deleteRange(key(250), key(262));
    content.subMap(name(250), name(262)).clear();
    db.write(batch);
    put(db, 110, 21, 1);
    put(db, 255, 21, 1);
    put(db, 302, 21, 1);
    delete(db, 303);
  }

  private void put(Db db, int number, int round, int repeats) {
    String value = ("value " + number + "/" + round + " ").repeat(1 + repeats);
    db.put(key(number), bytes(value));
    content.put(name(number), value);
  }

  private void delete(Db db, int number) {
    db.delete(key(number));
    content.remove(name(number));
  }

  private void deleteRange(Db db, int from, int to) {
    db.deleteRange(key(from), key(to));
    content.subMap(name(from), name(to)).clear();
  }
}
