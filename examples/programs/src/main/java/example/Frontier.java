package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A crawler's frontier: the addresses that are to be visited, those of high priority first, each
 * once. Most addresses that a page links to are new, so most questions are about keys that are not
 * there: what the filters answer without a read from disk.
 *
 * <p>A key of the queue is the priority, low first, and then the address.
 */
final class Frontier {

  private static final byte[] NOTHING = {};

  private final Db db;
  private final KeyValueMap seen;
  private final KeyValueMap queue;

  Frontier(Db db) {
    this.db = db;
    this.seen = db.keyspace("seen");
    this.queue = db.keyspace("queue");
  }

  /**
   * Adds an address that was never added before.
   *
   * @param priority from 0, which is visited first, to 255
   * @return whether it is new
   */
  boolean add(int priority, String address) {
    byte[] url = address.getBytes(UTF_8);
    if (seen.contains(url)) {
      return false; // what is known needs no transaction
    }
    return db.inTransaction(
        tx -> {
          if (tx.in(seen).contains(url)) {
            return false;
          }
          tx.in(seen).put(url, NOTHING);
          byte[] place = ByteBuffer.allocate(1 + url.length).put((byte) priority).put(url).array();
          tx.in(queue).put(place, NOTHING);
          return true;
        });
  }

  /** Takes the next address; empty if there is none. */
  Optional<String> next() {
    return db.inTransaction(
        tx -> {
          Entry first = tx.in(queue).first();
          if (first == null) {
            return Optional.empty();
          }
          tx.in(queue).delete(first.key());
          return Optional.of(new String(first.key(), 1, first.key().length - 1, UTF_8));
        });
  }

  /** How many addresses were ever added. */
  long seen() {
    return seen.count(KeyRange.all());
  }

  /** Visits 20,000 pages that link to each other. Takes a directory, or makes one. */
  public static void main(String[] arguments) throws IOException {
    Path directory =
        arguments.length > 0 ? Path.of(arguments[0]) : Files.createTempDirectory("frontier");
    try (Db db = Db.open(directory)) {
      Frontier frontier = new Frontier(db);
      frontier.add(0, address(0));
      int visited = 0;
      for (Optional<String> page = frontier.next();
          page.isPresent() && visited < 20_000;
          page = frontier.next()) {
        links(page.get()).forEach(link -> frontier.add(link.length() % 3, link));
        visited++;
      }
      System.out.println(visited + " pages visited, " + frontier.seen() + " seen");
    }
  }

  /** A web that always looks the same: five links a page, to one of a million others. */
  private static List<String> links(String page) {
    SplittableRandom random = new SplittableRandom(page.hashCode());
    return random.ints(5, 0, 1_000_000).mapToObj(Frontier::address).toList();
  }

  private static String address(int number) {
    return "https://example.org/page/" + number;
  }
}
