package dev.malkoha.bench.report;

import dev.malkoha.bench.Machine;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How and where numbers were made: what a reader needs to make them again, or to doubt them. */
public final class RunFacts {

  private RunFacts() {}

  /** The facts of a measurement of stores. */
  public static Map<String, String> of(
      List<String> arguments, List<StoreKind> stores, StoreSettings settings) {
    Map<String, String> facts = command(arguments);
    facts.put("settings", settings.describe());
    for (StoreKind store : stores) {
      facts.put(store.label(), store.description());
    }
    facts.putAll(Machine.describe());
    return facts;
  }

  /** The facts of a run that opens no store. */
  public static Map<String, String> of(List<String> arguments) {
    return of(arguments, Map.of());
  }

  /** The facts of a measurement that needs no store. */
  public static Map<String, String> of(List<String> arguments, Map<String, String> settings) {
    Map<String, String> facts = command(arguments);
    facts.putAll(settings);
    facts.putAll(Machine.describe());
    return facts;
  }

  private static Map<String, String> command(List<String> arguments) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", "./malkoha " + String.join(" ", arguments));
    facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    return facts;
  }
}
