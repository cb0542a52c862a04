package dev.malkoha.cli.input;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import org.jspecify.annotations.Nullable;

/**
 * A line with one object: a string {@code "key"} and a {@code "value"}. A value that is no string
 * is kept as its JSON text; other members mean nothing.
 */
final class JsonLine {

  private JsonLine() {}

  static Entry parse(byte[] line) throws MalformedLineException {
    JsonElement parsed = element(Entry.decode(line));
    if (!parsed.isJsonObject()) {
      throw new MalformedLineException("not a JSON object");
    }
    JsonObject object = parsed.getAsJsonObject();
    JsonElement key = present(object.get("key"), "key");
    if (!isString(key)) {
      throw new MalformedLineException("the \"key\" is not a string");
    }
    JsonElement value = present(object.get("value"), "value");
    return Entry.of(key.getAsString(), isString(value) ? value.getAsString() : value.toString());
  }

  /** Exactly one value, by the letter of RFC 8259. */
  private static JsonElement element(String line) throws MalformedLineException {
    JsonReader reader = new JsonReader(new StringReader(line));
    reader.setStrictness(Strictness.STRICT);
    try {
      JsonElement element = JsonParser.parseReader(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new MalformedLineException("not valid JSON");
      }
      return element;
    } catch (JsonParseException | IOException | IllegalStateException e) {
      throw new MalformedLineException("not valid JSON");
    }
  }

  private static JsonElement present(@Nullable JsonElement member, String name)
      throws MalformedLineException {
    if (member == null || member.isJsonNull()) {
      throw new MalformedLineException("no \"" + name + "\" in the object");
    }
    return member;
  }

  private static boolean isString(JsonElement element) {
    return element.isJsonPrimitive() && element.getAsJsonPrimitive().isString();
  }
}
