package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counters of pages by day, with a total a day that is always the sum: both change in one
 * transaction. Any number of threads count.
 */
final class Counters {

  private final Db db;
  private final KeyValueMap pages;
  private final KeyValueMap days;

  Counters(Db db) {
    this.db = db;
    this.pages = db.keyspace("pages");
    this.days = db.keyspace("days");
  }

  /** Counts a view of a page. */
  void view(String day, String page) {
    db.runInTransaction(
        tx -> {
          byte[] key = (day + "/" + page).getBytes(UTF_8);
          tx.in(pages).put(key, bytes(number(tx.in(pages).get(key)) + 1));
          byte[] total = day.getBytes(UTF_8);
          tx.in(days).put(total, bytes(number(tx.in(days).get(total)) + 1));
        });
  }

  /** The views of a day. */
  long total(String day) {
    return number(days.get(day.getBytes(UTF_8)));
  }

  /** The views of each page on a day, by name: all of one moment. */
  Map<String, Long> pages(String day) {
    Map<String, Long> counted = new TreeMap<>();
    String prefix = day + "/";
    try (Entries views = pages.entries(KeyRange.prefix(prefix.getBytes(UTF_8)))) {
      for (Entry view : views) {
        String page = new String(view.key(), UTF_8).substring(prefix.length());
        counted.put(page, number(view.value()));
      }
    }
    return counted;
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static long number(byte @Nullable [] bytes) {
    return bytes == null ? 0 : ByteBuffer.wrap(bytes).getLong();
  }

  /** Counts 10,000 views of ten pages by two threads. Takes a directory, or makes one. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("counters");
    try (Db db = Db.open(directory)) {
      Counters counters = new Counters(db);
      Thread other = Thread.ofVirtual().start(() -> count(counters, 1));
      count(counters, 2);
      other.join();
      System.out.println(counters.total("monday") + " views: " + counters.pages("monday"));
    }
  }

  private static void count(Counters counters, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 5_000; i++) {
      counters.view("monday", "page" + random.nextInt(10));
    }
  }
}
