package dev.malkoha.engine.facade;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.SalvageReport;
import java.util.HexFormat;
import java.util.stream.Stream;

/** The report of a salvage as one JSON object; keys are in hexadecimal. */
public final class SalvageJson {

  private SalvageJson() {}

  /** The report's text. */
  public static String of(SalvageReport report) {
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
}
