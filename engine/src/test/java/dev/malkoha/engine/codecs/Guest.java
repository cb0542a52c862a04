package dev.malkoha.engine.codecs;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A program that fills a store and reads all of it, in a process whose rights the test chooses. It
 * prints {@code fine}, or what the store said when it refused.
 *
 * <p>Arguments: directory, MiB to write, and a compression; or none, for the default options.
 * Behind that, a compression for a keyspace that is named in the options; with {@code late} behind
 * that, one that a running store must refuse.
 */
final class Guest {

  private static final int VALUE_LENGTH = 1024;
  private static final String KEYSPACE = "k";

  private Guest() {}

  public static void main(String[] args) {
    DbOptions.Builder options = DbOptions.builder();
    if (args.length > 2) {
      options.compression(Compression.valueOf(args[2]));
    }
    if (args.length == 4) {
      options.keyspace(
          KEYSPACE, KeyspaceOptions.builder().compression(Compression.valueOf(args[3])).build());
    }
    int values = (Integer.parseInt(args[1]) << 20) / VALUE_LENGTH;
    try {
      write(Path.of(args[0]), options.build(), values);
      read(Path.of(args[0]), options.build(), values);
      if (args.length > 4) {
        refuseLate(
            Path.of(args[0]),
            DbOptions.builder().compression(Compression.valueOf(args[3])).build());
      }
      System.out.println("fine");
    } catch (DbException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private static void write(Path path, DbOptions options, int values) {
    try (Db db = Db.open(path, options)) {
      for (int i = 0; i < values; i++) {
        db.put(key(i), value(i));
      }
      db.flush();
      db.awaitIdle();
    }
  }

  private static void read(Path path, DbOptions options, int values) {
    try (Db db = Db.open(path, options);
        Cursor cursor = db.scan(KeyRange.all())) {
      for (int i = 0; i < values; i++) {
        require(Arrays.equals(db.get(key(i)), value(i)), "get", i);
        require(cursor.next() && Arrays.equals(cursor.value(), value(i)), "scan", i);
      }
      require(!cursor.next(), "end", values);
    }
  }

  /** A refusal leaves no keyspace behind, and one that is there as it was. */
  private static void refuseLate(Path path, DbOptions bad) {
    try (Db db = Db.open(path)) {
      requireRefusal(db, bad);
      require(db.keyspaces().equals(List.of("default")), "a keyspace", 0);
      db.keyspace(KEYSPACE).put(key(1), value(1));
      requireRefusal(db, bad);
      db.keyspace(KEYSPACE).flush();
    }
    try (Db db = Db.open(path)) {
      Keyspace keyspace = db.keyspace(KEYSPACE);
      require(keyspace.options().compression() == Compression.LZ4, "compression", 0);
      require(Arrays.equals(keyspace.get(key(1)), value(1)), "get in a keyspace", 1);
    }
  }

  private static void requireRefusal(Db db, DbOptions bad) {
    try {
      db.keyspace(KEYSPACE, bad.defaultKeyspace());
    } catch (DbFormatException e) {
      return;
    }
    throw new IllegalStateException("not refused");
  }

  private static void require(boolean isSo, String what, int number) {
    if (!isSo) {
      throw new IllegalStateException(what + " of value " + number + " went wrong");
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  /** Bytes that pack well, though not to nothing. */
  private static byte[] value(int number) {
    byte[] value = new byte[VALUE_LENGTH];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) ((i & 31) * (number + (i >> 8)));
    }
    return value;
  }
}
