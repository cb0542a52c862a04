package dev.malkoha.engine.facade;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of JSON, as text (RFC 8259). */
final class Json {

  private static final double WHOLE_MAX = 1L << 53;

  private Json() {}

  /** A number, without a fraction if it has none. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) <= WHOLE_MAX
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** An object of fields. */
  static String object(Stream<String> fields) {
    return fields.collect(Collectors.joining(",", "{", "}"));
  }

  /** An array of values. */
  static String array(Stream<String> values) {
    return values.collect(Collectors.joining(",", "[", "]"));
  }

  /** A field of an object. */
  static String field(String name, String value) {
    return quoted(name) + ":" + value;
  }

  /** A string. */
  static String quoted(String text) {
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
