package dev.malkoha.kafkabench.kill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.kafkabench.app.Names;
import dev.malkoha.kafkabench.input.Expected;
import dev.malkoha.kafkabench.input.Model;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what interactive queries found in all stores with the model, key by key. */
final class StateCheck {

  private final Map<String, Expected> expected;
  private final int partitions;
  private final Map<String, Set<String>> found = new HashMap<>();
  private final Set<String> places = new HashSet<>();
  private final Findings findings = new Findings();

  private StateCheck(Map<String, Expected> expected, int partitions) {
    this.expected = expected;
    this.partitions = partitions;
    expected.keySet().forEach(store -> found.put(store, new HashSet<>()));
  }

  /** The content that each store must have. */
  static Map<String, Expected> expectations(Model model) {
    return Map.of(
        Names.SEEN, model.seen(),
        Names.PROFILES, model.profiles(),
        Names.TOTALS, model.totals(),
        Names.REGIONS, model.regions(),
        Names.CARDS, model.cards(),
        Names.WINDOWS, model.windows(),
        Names.SESSIONS, model.sessions());
  }

  /** Compares what some files say, which together must have each partition of each store once. */
  static Findings of(Map<String, Expected> expected, int partitions, List<Path> files)
      throws IOException {
    StateCheck check = new StateCheck(expected, partitions);
    for (Path file : files) {
      check.read(file);
    }
    check.lookForMissing();
    return check.findings;
  }

  private void read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split("\t", -1);
        if (cells.length == 2) {
          place(cells);
        } else {
          entry(cells);
        }
      }
    }
  }

  private void place(String[] cells) {
    if (!places.add(cells[0] + " " + cells[1])) {
      findings.differs("partition " + cells[1] + " of " + cells[0] + " is there twice");
    }
  }

  private void entry(String[] cells) {
    findings.compared(1);
    String store = cells[0];
    String key = cells[2];
    Expected of = expected.get(store);
    String value = of == null ? null : of.value(key);
    if (of == null || value == null) {
      findings.differs(store + " has " + key + " = " + cells[3] + ", which never came");
    } else if (!value.equals(cells[3])) {
      findings.differs(store + " has " + key + " = " + cells[3] + ", not " + value);
    } else if (of.mustBeThere(key) && !found.getOrDefault(store, Set.of()).add(key)) {
      findings.differs(store + " has " + key + " twice");
    }
  }

  private void lookForMissing() {
    for (String store : expected.keySet()) {
      for (int partition = 0; partition < partitions; partition++) {
        if (!places.contains(store + " " + partition)) {
          findings.differs("no instance has partition " + partition + " of " + store);
        }
      }
    }
    expected.forEach(
        (store, all) ->
            all.keys()
                .filter(key -> !found.getOrDefault(store, Set.of()).contains(key))
                .forEach(
                    key -> findings.differs(store + " lacks " + key + " = " + all.value(key))));
  }
}
