package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples of docs/format/filter.md are what the code writes and reads. */
class FilterFormatTest {

  private static final Path PAGE =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format", "filter.md");
  private static final Pattern BYTES = Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)");
  private static final KeyHasher HASHER = new KeyHasher(2026);
  private static final long SALT = 25;

  @ParameterizedTest
  @CsvSource({
    "none(), none",
    "cuckoo(0.002), cuckoo",
    "bloom(10), bloom",
    "blockedBloom(10), blocked-bloom"
  })
  void theExampleOfEachKindIsWhatIsWrittenAndRead(String spec, String kind) throws IOException {
    long[] hashes = Stream.of("ant", "bee", "cat", "dog", "eel").mapToLong(this::hash).toArray();
    byte[] example = example(spec);
    byte[] built = FilterPolicy.parse(spec).build(hashes, hashes.length, SALT);
    assertEquals(HexFormat.of().formatHex(example), HexFormat.of().formatHex(built));
    Filter filter = Filters.open(example, 0, example.length);
    assertEquals(kind, filter.kind());
    assertEquals(hashes.length, filter.keys());
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash));
    }
  }

  @ParameterizedTest
  @CsvSource("always-maybe")
  void theExampleOfTheUnbuildableToo(String name) throws IOException {
    long[] hashes = Stream.generate(() -> "ant").limit(9).mapToLong(this::hash).toArray();
    byte[] built = FilterPolicy.cuckoo(0.002).build(hashes, hashes.length, SALT);
    assertEquals(HexFormat.of().formatHex(example(name)), HexFormat.of().formatHex(built));
    assertEquals(name, Filters.open(built, 0, built.length).kind());
  }

  private long hash(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.US_ASCII);
    return HASHER.hash(bytes, 0, bytes.length);
  }

  /** The bytes of the fenced block under the heading that ends with the name. */
  private static byte[] example(String name) throws IOException {
    String page = Files.readString(PAGE);
    int heading = page.indexOf("### `" + name + "`\n");
    assertTrue(heading >= 0, () -> "no example of " + name);
    int start = page.indexOf("```\n", heading);
    String fenced = page.substring(start, page.indexOf("\n```", start + 4));
    Matcher lines = BYTES.matcher(fenced);
    String hex = lines.results().map(line -> line.group(1)).collect(Collectors.joining(" "));
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
