package dev.malkoha.bench.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.malkoha.bench.deletes.DeleteOrder;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.store.DeleteFigure;
import dev.malkoha.bench.store.StoreKind;
import java.util.Collection;
import java.util.function.Function;

/** A comparison of deletes as JSON, but for how it was run. */
final class DeletesJson {

  private DeletesJson() {}

  static JsonObject of(DeletesResult result) {
    JsonObject all = new JsonObject();
    all.add("deletions", array(result.deletions(), DeletesJson::deletion));
    all.add("readings", array(result.readings(), DeletesJson::reading));
    all.add("states", array(result.states(), DeletesJson::state));
    all.add("costs", array(result.costs(), DeletesJson::cost));
    return all;
  }

  private static <T> JsonArray array(Collection<T> rows, Function<T, JsonObject> object) {
    JsonArray array = new JsonArray();
    rows.forEach(row -> array.add(object.apply(row)));
    return array;
  }

  private static JsonObject row(StoreKind store, DeleteOrder order) {
    JsonObject object = new JsonObject();
    object.addProperty("store", store.label());
    object.addProperty("order", order.label());
    return object;
  }

  private static JsonObject deletion(DeletesResult.Deletion row) {
    JsonObject object = row(row.store(), row.order());
    object.addProperty("deletes", row.deletes());
    object.addProperty("deletesPerSecond", row.perSecond());
    return object;
  }

  private static JsonObject reading(DeletesResult.Reading row) {
    JsonObject object = row(row.store(), row.order());
    object.addProperty("state", row.phase().label());
    object.addProperty("read", row.read().label());
    object.addProperty("operations", row.operations());
    object.addProperty("microsPerOp", row.microsPerOp());
    object.addProperty("firstMicros", row.firstMicros());
    object.addProperty("blockReadsPerOp", row.blockReadsPerOp());
    object.addProperty("falsePositiveRate", row.falsePositiveRate());
    return object;
  }

  private static JsonObject state(DeletesResult.State row) {
    JsonObject object = row(row.store(), row.order());
    object.addProperty("state", row.phase().label());
    object.addProperty("idleSeconds", row.idleSeconds());
    object.addProperty("bytesOnDisk", row.bytesOnDisk());
    object.addProperty("logBytes", row.logBytes());
    object.addProperty("bytesWritten", row.bytesWritten());
    for (DeleteFigure figure : DeleteFigure.values()) {
      if (row.figures().containsKey(figure)) {
        object.addProperty(figure.label(), row.figures().get(figure));
      }
    }
    return object;
  }

  private static JsonObject cost(DeletesResult.Cost row) {
    JsonObject object = new JsonObject();
    object.addProperty("store", row.store().label());
    object.addProperty("attended", row.attended());
    object.addProperty("deletesPerSecond", row.deletesPerSecond());
    object.addProperty("seconds", row.seconds());
    object.addProperty("bytesWritten", row.bytesWritten());
    object.addProperty("bytesOnDisk", row.bytesOnDisk());
    return object;
  }
}
