package dev.malkoha.papers.filters;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.report.ResultJson;
import java.util.Map;

/** A comparison of filters as JSON. */
public final class FilterJson {

  private FilterJson() {}

  /**
   * {@code rows}, one a filter and number of keys. What was measured by rounds is an array with a
   * number for each; times are nanoseconds, rates are shares from 0 to 1.
   */
  public static String of(FilterResult result, Map<String, String> run) {
    JsonArray rows = new JsonArray();
    for (FilterResult.Row row : result.rows()) {
      JsonObject object = new JsonObject();
      object.addProperty("filter", row.contender().label());
      object.addProperty("group", row.contender().group().label());
      object.addProperty("keys", row.keys());
      object.addProperty("deletable", row.contender().deletable());
      if (row.problem().isEmpty()) {
        object.addProperty("bitsPerKey", row.bitsPerKey());
        object.addProperty("falsePositiveRate", row.falsePositiveRate());
      } else {
        object.addProperty("problem", row.problem());
      }
      for (FilterMeasure measure : FilterMeasure.values()) {
        object.add(measure.label(), new Gson().toJsonTree(row.rounds().get(measure)));
      }
      rows.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("rows", rows);
    return ResultJson.text(all, run);
  }
}
