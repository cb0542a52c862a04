package dev.malkoha.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.filter.cuckoo.CuckooFilter;
import dev.malkoha.filter.cuckoo.CuckooMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The worked examples of docs/format/filter*.md are what the code writes and reads. */
class FilterFormatTest {

  private static final Path PAGES =
      Path.of(System.getProperty("basedir", "."), "..", "docs", "format");
  private static final Pattern BYTES = Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)");
  private static final KeyHasher HASHER = new KeyHasher(2026);
  private static final long SALT = 25;

  private final long[] hashes =
      Stream.of("ant", "bee", "cat", "dog", "eel").mapToLong(FilterFormatTest::hash).toArray();

  @ParameterizedTest
  @CsvSource({
    "filter, none(), none",
    "filter-cuckoo, cuckoo(0.002), cuckoo",
    "filter-semi-sorted, semiSortedCuckoo(0.001), semi-sorted-cuckoo",
    "filter-bloom, bloom(10), bloom",
    "filter-bloom, blockedBloom(10), blocked-bloom"
  })
  void theExampleOfEachPolicyIsWhatIsWrittenAndRead(String page, String spec, String kind)
      throws IOException {
    byte[] built = FilterPolicy.parse(spec).build(hashes, hashes.length, SALT);
    check(example(page, spec), built, kind);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void theExamplesOfOtherBucketsAreWhatIsWrittenAndRead(int slots) throws IOException {
    byte[] example = example("filter-cuckoo", "cuckoo with " + slots + " slots a bucket");
    check(example, CuckooFilter.build(12, slots, hashes, hashes.length, SALT), "cuckoo");
    assertEquals(hashes.length, CuckooFilter.open(example).size());
  }

  @Test
  void theExampleOfTheMapIsWhatIsWrittenAndRead() throws IOException {
    byte[] example = example("filter-cuckoo-map", "cuckoo-map");
    CuckooMap map = CuckooMap.of(12, 4, 2, SALT);
    for (int i = 0; i < hashes.length; i++) {
      assertTrue(map.add(hashes[i], i + 1));
    }
    check(example, map.seal(), "cuckoo-map");
    CuckooMap read = CuckooMap.open(example);
    for (int i = 0; i < hashes.length; i++) {
      assertArrayEquals(new int[] {i + 1}, read.values(hashes[i]));
    }
  }

  @Test
  void theExampleOfTheUnbuildableIsWhatIsWrittenAndRead() throws IOException {
    long[] ants = new long[9];
    Arrays.fill(ants, hash("ant"));
    byte[] built = FilterPolicy.cuckoo(0.002).build(ants, ants.length, SALT);
    byte[] example = example("filter", "always-maybe");
    assertEquals(HexFormat.of().formatHex(example), HexFormat.of().formatHex(built));
    assertEquals("always-maybe", Filters.open(example, 0, example.length).kind());
  }

  private void check(byte[] example, byte[] built, String kind) {
    assertEquals(HexFormat.of().formatHex(example), HexFormat.of().formatHex(built));
    Filter filter = Filters.open(example, 0, example.length);
    assertEquals(kind, filter.kind());
    assertEquals(hashes.length, filter.keys());
    for (long hash : hashes) {
      assertTrue(filter.mayContain(hash));
    }
  }

  private static long hash(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.US_ASCII);
    return HASHER.hash(bytes, 0, bytes.length);
  }

  /** The bytes of the fenced block under the heading of this name. */
  private static byte[] example(String file, String name) throws IOException {
    String page = Files.readString(PAGES.resolve(file + ".md"));
    int heading = page.indexOf("### `" + name + "`\n");
    assertTrue(heading >= 0, () -> "no example of " + name);
    int start = page.indexOf("```\n", heading);
    String fenced = page.substring(start, page.indexOf("\n```", start + 4));
    Matcher lines = BYTES.matcher(fenced);
    String hex = lines.results().map(line -> line.group(1)).collect(Collectors.joining(" "));
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }
}
