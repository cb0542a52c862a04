package dev.malkoha.engine.api;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A small store with all that a format of 0.1 may hold: a keyspace for each compression, each with
 * another filter, value files, prefix filters, ingested tables, range deletes, dead entries, and
 * writes that are in the log alone.
 *
 * <p>Only the public interface is used. {@link #main} writes the store that is kept; {@code
 * engine/src/test/resources/stores/README.txt} tells how.
 */
public final class ReleaseStore {

  private static final int KEYS = 400;

  private final Db db;
  private final StringBuilder lines = new StringBuilder();

  private ReleaseStore(Db db) {
    this.db = db;
  }

  /** The options of a keyspace, which has the name of its compression. */
  static KeyspaceOptions options(Compression packing) {
    KeyspaceOptions.Builder options =
        KeyspaceOptions.builder()
            .compression(packing)
            .memTableBytes(64 << 10)
            .tableBytes(8192)
            .blockBytes(512);
    return switch (packing) {
      case NONE ->
          options.filter(FilterPolicy.blockedBloom(10)).prefixFilter(KeyPrefix.ofLength(9)).build();
      case LZ4 -> options.valueFileThreshold(200).garbageShare(1).build();
      case SNAPPY ->
          options
              .filter(FilterPolicy.semiSortedCuckoo(0.01))
              .prefixFilter(KeyPrefix.upTo((byte) ':', 2))
              .build();
      case ZSTD -> options.filter(FilterPolicy.cuckoo(0.01)).deleteApplier(false).build();
    };
  }

  static byte[] key(int number) {
    return bytes(name(number));
  }

  private static String name(int number) {
    return "user:%04d:name".formatted(number);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Writes the store, and a line for each keyspace: its name, its entries, their digest.
   *
   * @param args the directory; the file of the lines
   */
  public static void main(String[] args) throws IOException {
    try (Db db = Db.open(Path.of(args[0]), DbOptions.builder().memTableBytes(64 << 10).build())) {
      ReleaseStore store = new ReleaseStore(db);
      List.of(Compression.values()).forEach(store::write);
      Files.writeString(Path.of(args[1]), store.lines);
      System.out.println(db.stats());
    }
  }

  private void write(Compression packing) {
    Keyspace keyspace = db.keyspace(packing.name(), options(packing));
    NavigableMap<String, String> content = new TreeMap<>();
    keyspace.ingest(
        IntStream.range(0, KEYS)
            .filter(i -> i % 2 == 0)
            .mapToObj(i -> Map.entry(key(i), bytes(put(content, i, "ingested"))))
            .toList());
    IntStream.range(0, KEYS)
        .filter(i -> i % 3 == 0)
        .forEach(i -> keyspace.put(key(i), bytes(put(content, i, "put"))));
    flush(keyspace);
    keyspace.compact();
    IntStream.range(0, KEYS).filter(i -> i % 10 == 0).forEach(i -> delete(keyspace, content, i));
    flush(keyspace);
    keyspace.deleteRange(KeyRange.between(key(200), key(220)));
    content.subMap(name(200), name(220)).clear();
    keyspace.deleteRange(KeyRange.atLeast(key(390)));
    content.tailMap(name(390)).clear();
    flush(keyspace);
    keyspace.put(key(395), key(395));
    keyspace.deleteRange(KeyRange.atLeast(key(394)));
    IntStream.range(190, 210)
        .forEach(i -> keyspace.put(key(i), bytes(put(content, i, "in the log"))));
    delete(keyspace, content, 191);
    lines.append(packing.name()).append(' ').append(new Digest(content)).append('\n');
  }

  private static String put(NavigableMap<String, String> content, int number, String how) {
    String value = (how + ' ' + number + ' ').repeat(1 + number % 5 * 12);
    content.put(name(number), value);
    return value;
  }

  private static void delete(Keyspace from, NavigableMap<String, String> content, int number) {
    from.delete(key(number));
    content.remove(name(number));
  }

  private void flush(Keyspace keyspace) {
    keyspace.flush();
    db.awaitIdle();
  }
}
