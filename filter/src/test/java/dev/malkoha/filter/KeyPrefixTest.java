package dev.malkoha.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPrefixTest {

  private static final List<KeyPrefix> RULES =
      List.of(
          KeyPrefix.none(),
          KeyPrefix.ofLength(1),
          KeyPrefix.ofLength(3),
          KeyPrefix.upTo((byte) ':'),
          KeyPrefix.upTo((byte) ':', 3),
          KeyPrefix.upTo((byte) 0xFF, 2));

  @ParameterizedTest
  @CsvSource({
    "none(), user:17:mail, -1",
    "none(), '', -1",
    "ofLength(4), user:17:mail, 4",
    "ofLength(4), user, 4",
    "ofLength(4), use, -1",
    "ofLength(1), '', -1",
    "'upTo(0x3a,1)', user:17:mail, 5",
    "'upTo(0x3a,2)', user:17:mail, 8",
    "'upTo(0x3a,2)', user:17:, 8",
    "'upTo(0x3a,2)', user:17, -1",
    "'upTo(0x3a,3)', user:17:mail, -1",
    "'upTo(0x3a,1)', :, 1",
    "'upTo(0x3a,1)', '', -1"
  })
  void aKeyHasThePrefixThatTheRuleSays(String rule, String key, int length) {
    byte[] bytes = ("xx:" + key + ":x").getBytes(UTF_8);
    int own = key.getBytes(UTF_8).length;
    assertEquals(length, KeyPrefix.parse(rule).lengthIn(bytes, 3, own));
  }

  /** Stores keep the spec: numbers of other scripts, as some locales write them, are not read. */
  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "fa-IR", "ne", "my", "mr", "tr-TR", "en-u-nu-thai"})
  void aSpecIsTheSameInEveryLocale(String tag) {
    List<String> specs = RULES.stream().map(KeyPrefix::spec).toList();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(tag));
    try {
      assertEquals(specs, RULES.stream().map(KeyPrefix::spec).toList());
      RULES.forEach(rule -> assertEquals(rule, KeyPrefix.parse(rule.spec())));
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Which makes the keys with a prefix those that begin with it. */
  @Test
  void aKeyHasAPrefixIfAndOnlyIfItBeginsWithIt() {
    SplittableRandom random = new SplittableRandom(Trials.seed());
    for (int i = 0; i < 20_000; i++) {
      byte[] one = key(random);
      byte[] other = key(random);
      for (KeyPrefix rule : RULES) {
        int length = rule.lengthIn(one, 0, one.length);
        if (length > 0) {
          byte[] prefix = Arrays.copyOf(one, length);
          boolean begins =
              other.length >= length && Arrays.equals(Arrays.copyOf(other, length), prefix);
          boolean has =
              rule.lengthIn(other, 0, other.length) == length
                  && Arrays.equals(Arrays.copyOf(other, length), prefix);
          assertEquals(begins, has, () -> rule + ", " + Trials.replay(KeyPrefixTest.class));
        }
      }
    }
  }

  private static byte[] key(SplittableRandom random) {
    byte[] key = new byte[random.nextInt(6)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) new int[] {':', ':', 'a', 0xFF}[random.nextInt(4)];
    }
    return key;
  }

  @Test
  void rulesAreReadBackFromTheirSpecs() {
    for (KeyPrefix rule : RULES) {
      assertEquals(rule, KeyPrefix.parse(rule.spec()));
      assertEquals(rule.spec(), rule.toString());
    }
    assertEquals("upTo(0x3a,1)", KeyPrefix.upTo((byte) ':').spec());
    assertEquals("upTo(0xff,65535)", KeyPrefix.upTo((byte) -1, 65_535).spec());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "none",
        "none(1)",
        "ofLength()",
        "ofLength(-1)",
        "ofLength(0)",
        "ofLength(65536)",
        "ofLength(99999999999)",
        "upTo(:)",
        "upTo(0x3a)",
        "upTo(0x3a,0)",
        "upTo(0x3a,65536)",
        "upTo(0x3a, 2)",
        " none()"
      })
  void whatIsNoRuleIsRefused(String spec) {
    assertThrows(IllegalArgumentException.class, () -> KeyPrefix.parse(spec));
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> KeyPrefix.ofLength(0));
    assertThrows(IllegalArgumentException.class, () -> KeyPrefix.ofLength(65_536));
    assertThrows(IllegalArgumentException.class, () -> KeyPrefix.upTo((byte) 0, 0));
  }

  /** A filter is not to take a prefix for the key of the same bytes. */
  @Test
  void aPrefixHasAnotherHashThanTheKeyOfItsBytes() {
    KeyHasher hasher = new KeyHasher(7);
    byte[] bytes = "user:17:mail".getBytes(UTF_8);
    assertNotEquals(hasher.hash(bytes, 0, 8), hasher.hashPrefix(bytes, 0, 8));
    long[] key = {hasher.hash(bytes, 0, 8)};
    byte[] block = FilterPolicy.cuckoo(1e-8).build(key, 1, 5);
    Filter filter = Filters.open(block, 0, block.length);
    assertTrue(filter.mayContain(hasher.hash(bytes, 0, 8)));
    assertFalse(filter.mayContain(hasher.hashPrefix(bytes, 0, 8)));
  }
}
