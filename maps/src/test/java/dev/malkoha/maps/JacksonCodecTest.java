package dev.malkoha.maps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.malkoha.engine.Db;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Values by Jackson come back as they were, or not at all and with an error that says why. */
final class JacksonCodecTest {

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final Codec<Bird> BIRDS = JacksonCodec.of(MAPPER, Bird.class);

  record Egg(double grams, @Nullable BigInteger ring, Map<String, List<Integer>> spots) {}

  record Bird(String name, @Nullable Instant seen, List<List<Egg>> nests, @Nullable DayOfWeek day) {
    Bird {
      if (nests.size() > 8) {
        throw new IllegalArgumentException("too many nests");
      }
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({@JsonSubTypes.Type(Walk.class), @JsonSubTypes.Type(Flight.class)})
  sealed interface Move {}

  record Walk(int steps) implements Move {}

  record Flight(long metres) implements Move {}

  record Loop(List<Loop> parts) {}

  record Unwritten(@Nullable String text) {
    @JsonValue
    @Nullable String json() {
      return null;
    }
  }

  private static Bird kea() {
    Egg egg = new Egg(41.5, BigInteger.TEN.pow(30), Map.of("top", List.of(1, 2), "end", List.of()));
    Instant seen = Instant.parse("2026-11-28T06:00:00.000000001Z");
    return new Bird("kea", seen, List.of(List.of(egg, egg), List.of()), DayOfWeek.FRIDAY);
  }

  private static CodecException refused(Codec<?> codec, String bytes) {
    return assertThrows(CodecException.class, () -> codec.decode(bytes.getBytes(UTF_8)));
  }

  @Test
  void nestedRecordsComeBack() {
    assertEquals(kea(), BIRDS.decode(BIRDS.encode(kea())));
    Bird bare = new Bird("", null, List.of(), null);
    byte[] bytes = BIRDS.encode(bare);
    assertEquals("{'day':null,'name':'','nests':[],'seen':null}".replace('\'', '"'), sorted(bytes));
    assertEquals(bare, BIRDS.decode(bytes));
  }

  /** JSON with its properties in the order of their names, whatever the mapper's order is. */
  private static String sorted(byte[] json) {
    return JsonMapper.builder()
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .build()
        .writeValueAsString(MAPPER.readValue(json, Map.class));
  }

  @Test
  void typesWithParametersAndSealedOnesComeBack() {
    List<Move> moves = List.of(new Walk(3), new Flight(Long.MAX_VALUE));
    Codec<List<Move>> codec = JacksonCodec.of(MAPPER, new TypeReference<List<Move>>() {});
    assertEquals(moves, codec.decode(codec.encode(moves)));
    Codec<Optional<Bird>> maybe = JacksonCodec.of(MAPPER, new TypeReference<Optional<Bird>>() {});
    for (Optional<Bird> value : List.of(Optional.of(kea()), Optional.<Bird>empty())) {
      assertEquals(value, maybe.decode(maybe.encode(value)));
    }
  }

  @Test
  void aMapOfThemIsOneOfTheJdk() {
    try (Db db = Db.inMemory()) {
      TypedMap<String, Bird> birds = TypedMap.of(db.keyspace("birds"), Codecs.strings(), BIRDS);
      birds.put("kea", kea());
      db.flush();
      ConcurrentMap<String, Bird> map = birds.asConcurrentMap();
      Bird other = new Bird("other", null, List.of(), null);
      assertFalse(map.replace("kea", other, other));
      assertTrue(map.replace("kea", kea(), other));
      assertEquals(Map.of("kea", other), map);
      assertThrows(NullPointerException.class, () -> map.put("kea", nothing()));
      assertThrows(NullPointerException.class, () -> birds.put("kea", nothing()));
      assertEquals(other, birds.get("kea"));
      assertNull(birds.get("koel"));
    }
  }

  @SuppressWarnings({
    "NullAway",
    "TypeParameterUnusedInFormals"
  }) // as a caller may that is not checked
  private static <T> T nothing() {
    return null;
  }

  @Test
  void whatCannotBeWrittenIsRefused() {
    assertThrows(NullPointerException.class, () -> BIRDS.encode(nothing()));
    Loop loop = new Loop(new ArrayList<>());
    loop.parts().add(loop);
    Codec<Loop> loops = JacksonCodec.of(MAPPER, Loop.class);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> loops.encode(loop));
    assertEquals(
        "Jackson cannot write a " + Loop.class.getName() + ", as the cause says",
        refused.getMessage());
  }

  @Test
  void bytesOfNoValueAreTold() {
    String bird = Bird.class.getName();
    assertEquals(
        "Jackson reads no " + bird + " from 0 bytes, as the cause says",
        refused(BIRDS, "").getMessage());
    assertEquals(
        "Jackson reads a null where a " + bird + " is due", refused(BIRDS, "null").getMessage());
    for (String bytes :
        List.of(
            "{", "3", "[]", "{\"name\":[]}", "{\"seen\":\"soon\"}", "\u0000\u0000\u0000\u0001")) {
      CodecException told = refused(BIRDS, bytes);
      assertEquals(
          "Jackson reads no " + bird + " from " + bytes.length() + " bytes, as the cause says",
          told.getMessage());
    }
    List<List<Egg>> most = Collections.nCopies(8, List.of());
    byte[] bytes = BIRDS.encode(new Bird("kea", null, most, null));
    assertEquals(most, BIRDS.decode(bytes).nests());
    String json = new String(bytes, UTF_8);
    refused(BIRDS, json.replace("[[]", "[[],[]")); // the record's constructor throws
  }

  @Test
  void whatFollowsAValueIsToldThoughTheMapperWouldPassOverIt() {
    JsonMapper lenient =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    Codec<Integer> codec = JacksonCodec.of(lenient, Integer.class);
    assertEquals(12, codec.decode("12 ".getBytes(UTF_8)));
    refused(codec, "12 3");
  }

  @Test
  void aValueThatIsWrittenAsNullIsNotReadAsOne() {
    Codec<Unwritten> codec = JacksonCodec.of(MAPPER, Unwritten.class);
    assertThrows(CodecException.class, () -> codec.decode(codec.encode(new Unwritten("x"))));
  }

  /** What was changed on the way is another value, or is told as every codec tells it. */
  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void changedBytesAreReadOrTold(
      @ForAll int at, @ForAll byte changed, @ForAll boolean isCut, @ForAll Instant seen) {
    Bird bird = new Bird("k\u00e9a \ud83d\udc26", seen, kea().nests(), DayOfWeek.MONDAY);
    byte[] bytes = BIRDS.encode(bird);
    assertEquals(bird, BIRDS.decode(bytes));
    int place = Math.floorMod(at, bytes.length);
    bytes[place] = changed;
    byte[] found = isCut ? Arrays.copyOf(bytes, place + 1) : bytes;
    try {
      BIRDS.decode(found);
    } catch (CodecException e) {
      assertTrue(String.valueOf(e.getMessage()).startsWith("Jackson reads "), e.toString());
    }
  }

  /** Texts with quotes, controls, and halves of surrogate pairs. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withCharRange('\uD7FE', '\uE001')
        .withChars('a', '"', '\\', '\0', '\u007F', '\u0080', '\u07FF', '\u0800', '\uFFFF')
        .ofMaxLength(5);
  }

  /** A text comes back as it was. As a property's name it does, or is told: Jackson reads fewer. */
  @Property(tries = 2_000)
  void noTextIsChanged(@ForAll("texts") String text, @ForAll("texts") String name) {
    Codec<Map<String, String>> codec =
        JacksonCodec.of(MAPPER, new TypeReference<Map<String, String>>() {});
    assertEquals(Map.of("a", text), codec.decode(codec.encode(Map.of("a", text))));
    byte[] named = codec.encode(Map.of(name, text));
    if (UTF_8.newEncoder().canEncode(name)) {
      assertEquals(Map.of(name, text), codec.decode(named));
    } else {
      assertThrows(CodecException.class, () -> codec.decode(named));
    }
  }
}
