package dev.malkoha.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.expiry.ExpiryRow;
import dev.malkoha.bench.workload.AgedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A comparison of entries that expire, as a table for a terminal and as JSON. */
public final class ExpiryReport {

  private static final List<String> HEAD =
      List.of(
          "store",
          "others write",
          "load s",
          "full MB",
          "expired seen",
          "back after s",
          "back MB",
          "read MB",
          "written MB",
          "end MB",
          "read MB",
          "written MB",
          "compact s",
          "MB",
          "read MB",
          "written MB");

  private static final String NONE = "no entries that expire";

  private ExpiryReport() {}

  /** The table, with what its columns are. */
  public static String text(List<ExpiryRow> rows) {
    TextTable table = new TextTable(HEAD);
    rows.forEach(row -> table.row(cells(row)));
    return """
        Back: files of at most twice what lives, seconds after the last entry has expired. Read and
        written: tables, by flushes and background work since the store was full and idle. Expired
        seen: the share of gets that still find a key right after it has expired. Compact: where
        the space was not back, what a full compaction took.

        """
        + table;
  }

  /** The cells of a row, for those who wait for the table. */
  public static String line(ExpiryRow row) {
    return String.join("  ", cells(row)).stripTrailing();
  }

  private static List<String> cells(ExpiryRow row) {
    List<String> cells =
        new ArrayList<>(List.of(row.store().label(), row.writing() ? "yes" : "no"));
    if (row.course().isEmpty()) {
      cells.add(NONE);
      return filled(cells);
    }
    AgedStore.Course course = row.course().orElseThrow();
    cells.add(Figures.number(course.loadSeconds()));
    cells.add(mega(course.fullBytes()));
    cells.add(Figures.percent(course.expiredSeen()));
    add(course.back(), cells);
    List<String> end = new ArrayList<>();
    add(Optional.of(course.end()), end);
    cells.addAll(end.subList(1, end.size()));
    add(course.compacted(), cells);
    return cells;
  }

  private static List<String> filled(List<String> cells) {
    while (cells.size() < HEAD.size()) {
      cells.add("");
    }
    return cells;
  }

  private static void add(Optional<AgedStore.State> state, List<String> cells) {
    cells.add(state.map(at -> Figures.number(at.seconds())).orElse(""));
    cells.add(state.map(at -> mega(at.bytesOnDisk())).orElse(""));
    cells.add(state.map(at -> mega(at.bytesRead())).orElse(""));
    cells.add(state.map(at -> mega(at.bytesWritten())).orElse(""));
  }

  private static String mega(long bytes) {
    return Figures.number(bytes / 1e6);
  }

  /** The rows, and how they were made. */
  public static String json(List<ExpiryRow> rows, Map<String, String> run) {
    JsonArray array = new JsonArray();
    for (ExpiryRow row : rows) {
      JsonObject object = new JsonObject();
      object.addProperty("store", row.store().label());
      object.addProperty("round", row.round());
      object.addProperty("writing", row.writing());
      row.course().ifPresent(course -> add(course, object));
      array.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("rows", array);
    return ResultJson.text(all, run);
  }

  private static void add(AgedStore.Course course, JsonObject object) {
    Gson gson = new Gson();
    object.addProperty("loadSeconds", course.loadSeconds());
    object.addProperty("fullBytes", course.fullBytes());
    object.addProperty("expiredSeen", course.expiredSeen());
    course.back().ifPresent(state -> object.add("back", gson.toJsonTree(state)));
    object.add("end", gson.toJsonTree(course.end()));
    course.compacted().ifPresent(state -> object.add("compacted", gson.toJsonTree(state)));
  }
}
