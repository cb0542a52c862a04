package dev.malkoha.kafkabench.measure;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.report.Figures;
import dev.malkoha.bench.report.ResultJson;
import dev.malkoha.bench.report.TextTable;
import dev.malkoha.kafkabench.app.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A benchmark's values as a table and as JSON. */
public final class KafkaReport {

  private KafkaReport() {}

  /** A row for each figure of each part; after it how many times better Malkoha is. */
  public static String text(KafkaResult result) {
    List<String> head = new ArrayList<>(List.of("part", "figure"));
    result.stores().forEach(store -> head.add(store.label()));
    List<StoreKind> others = others(result);
    others.forEach(store -> head.add("to " + store.label()));
    TextTable table = new TextTable(head);
    for (Part part : result.parts()) {
      for (Figure figure : Figure.values()) {
        row(result, part, figure, others).ifPresent(table::row);
      }
    }
    return table.toString();
  }

  private static List<StoreKind> others(KafkaResult result) {
    return result.stores().contains(StoreKind.MALKOHA)
        ? result.stores().stream().filter(store -> store != StoreKind.MALKOHA).toList()
        : List.of();
  }

  private static Optional<List<String>> row(
      KafkaResult result, Part part, Figure figure, List<StoreKind> others) {
    Function<StoreKind, OptionalDouble> median = store -> result.median(part, store, figure);
    if (result.stores().stream().allMatch(store -> median.apply(store).isEmpty())) {
      return Optional.empty();
    }
    List<String> cells = new ArrayList<>(List.of(part.label(), figure.label()));
    for (StoreKind store : result.stores()) {
      OptionalDouble value = median.apply(store);
      cells.add(value.isEmpty() ? "" : Figures.number(figure.shown(value.getAsDouble())));
    }
    double ours = median.apply(StoreKind.MALKOHA).orElse(Double.NaN);
    for (StoreKind store : others) {
      double times = figure.times(ours, median.apply(store).orElse(Double.NaN));
      cells.add(Double.isFinite(times) ? String.format(Locale.ROOT, "%.2fx", times) : "");
    }
    return Optional.of(cells);
  }

  /** {@code values}: one for each figure that a process has measured. */
  public static String json(KafkaResult result, Map<String, String> run) {
    JsonArray values = new JsonArray();
    for (KafkaResult.Value value : result.values()) {
      JsonObject object = new JsonObject();
      object.addProperty("part", value.part().label());
      object.addProperty("store", value.store().label());
      object.addProperty("round", value.round());
      object.addProperty("figure", value.figure().key());
      object.addProperty("value", value.value());
      values.add(object);
    }
    JsonObject all = new JsonObject();
    all.add("values", values);
    return ResultJson.text(all, run);
  }
}
