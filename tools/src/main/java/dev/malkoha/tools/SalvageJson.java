package dev.malkoha.tools;

import dev.malkoha.engine.KeyRange;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of a salvage as one JSON object; keys are in hexadecimal. */
final class SalvageJson {

  private SalvageJson() {}

  /** The report's text. */
  static String of(SalvageReport report) {
    return Json.object(
            Stream.of(
                Json.field("entries", Long.toString(report.entries())),
                Json.field(
                    "keyspaces", Json.array(report.keyspaces().stream().map(SalvageJson::saved))),
                Json.field("losses", Json.array(report.losses().stream().map(SalvageJson::loss))),
                Json.field("notes", Json.array(report.notes().stream().map(Json::quoted)))))
        + "\n";
  }

  private static String saved(SalvageReport.Saved saved) {
    return Json.object(
        Stream.of(
            Json.field("name", Json.quoted(saved.name())),
            Json.field("entries", Long.toString(saved.entries()))));
  }

  private static String loss(SalvageReport.Loss loss) {
    KeyRange keys = loss.keys();
    byte[] to = keys.to();
    return Json.object(
        Stream.of(
            Json.field("keyspace", Json.quoted(loss.keyspace())),
            Json.field("from", Json.quoted(HexFormat.of().formatHex(keys.from()))),
            Json.field("to", to == null ? "null" : Json.quoted(HexFormat.of().formatHex(to))),
            Json.field("file", Json.quoted(loss.file())),
            Json.field("problem", Json.quoted(loss.problem()))));
  }

  /** The parts of JSON, as text (RFC 8259). */
  private static final class Json {

    static String object(Stream<String> fields) {
      return fields.collect(Collectors.joining(",", "{", "}"));
    }

    static String array(Stream<String> values) {
      return values.collect(Collectors.joining(",", "[", "]"));
    }

    static String field(String name, String value) {
      return quoted(name) + ":" + value;
    }

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
}
