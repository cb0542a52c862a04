package dev.malkoha.bench.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.compare.ComparisonResult;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.workload.BenchResult;
import java.util.Map;

/**
 * Results as JSON. Times are microseconds, rates are shares from 0 to 1, sizes are bytes; {@code
 * "run"} says how and where the numbers were made.
 */
public final class ResultJson {

  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  private ResultJson() {}

  /** A comparison: {@code rows}, one a step and store; {@code stores}, one a store. */
  public static String of(ComparisonResult result, Map<String, String> run) {
    JsonArray rows = new JsonArray();
    for (ComparisonResult.Row row : result.rows()) {
      JsonObject object = new JsonObject();
      object.addProperty("store", row.store().label());
      object.addProperty("step", row.step().label());
      object.addProperty("operations", row.operations());
      object.addProperty("microsPerOp", row.microsPerOp());
      object.addProperty("blockReadsPerOp", row.blockReadsPerOp());
      rows.add(object);
    }
    JsonArray stores = new JsonArray();
    for (ComparisonResult.Filling filling : result.stores()) {
      JsonObject object = new JsonObject();
      object.addProperty("store", filling.store().label());
      object.addProperty("filterBitsPerKey", filling.filterBitsPerKey());
      object.addProperty("falsePositiveRate", filling.falsePositiveRate());
      object.addProperty("bytesOnDisk", filling.bytesOnDisk());
      stores.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("rows", rows);
    all.add("stores", stores);
    return text(all, run);
  }

  /** The workloads: {@code rows}, one a workload and store. */
  public static String of(BenchResult result, Map<String, String> run) {
    JsonArray rows = new JsonArray();
    for (BenchResult.Row row : result.rows()) {
      JsonObject object = new JsonObject();
      object.addProperty("store", row.store().label());
      object.addProperty("workload", row.workload().label());
      object.addProperty("microsPerOp", row.microsPerOp());
      object.addProperty("entriesPerSecond", row.entriesPerSecond());
      if (!Double.isNaN(row.blockReadsPerOp())) {
        object.addProperty("blockReadsPerOp", row.blockReadsPerOp());
      }
      row.peeks().ifPresent(peeks -> object.add("peekMicros", GSON.toJsonTree(peeks)));
      row.latency().ifPresent(latency -> object.add("latencyMicros", GSON.toJsonTree(latency)));
      row.cost().ifPresent(cost -> object.add("cost", GSON.toJsonTree(cost)));
      rows.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("rows", rows);
    return text(all, run);
  }

  /**
   * A comparison of deletes: {@code deletions}, one an order and store; {@code readings}, one an
   * order, store, state and read; {@code states}, one an order, store and state; {@code costs}, two
   * a store.
   */
  public static String of(DeletesResult result, Map<String, String> run) {
    JsonObject all = DeletesJson.of(result);
    return text(all, run);
  }

  /** The text of results, to which is added how and where they were made. */
  public static String text(JsonObject results, Map<String, String> run) {
    JsonObject facts = new JsonObject();
    run.forEach(facts::addProperty);
    results.add("run", facts);
    return GSON.toJson(results) + "\n";
  }
}
