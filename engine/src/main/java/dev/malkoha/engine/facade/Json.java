package dev.malkoha.engine.facade;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as text of JSON (RFC 8259). */
final class Json {

  private static final double WHOLE_MAX = 1L << 53;

  private Json() {}

  /** Makes an object of names and values, which take turns, in their order. */
  static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }

  /** Returns the text of a value: an object, an array, a number, null, or else a string. */
  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Number number -> number(number.doubleValue());
      case Map<?, ?> object ->
          object.entrySet().stream()
              .map(field -> quoted(name(field.getKey())) + ":" + text(field.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case Collection<?> array ->
          array.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
      default -> quoted(value.toString());
    };
  }

  private static String name(Object name) {
    return name instanceof Number number ? number(number.doubleValue()) : name.toString();
  }

  /** Returns a number, without a fraction if it has none. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) <= WHOLE_MAX
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
