package dev.malkoha.engine.store;

import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;

/** What an opening finds wrong with a store that can be read all the same, in words for people. */
final class Problems {

  private final List<String> found = new ArrayList<>();

  /** Notes the tables whose filter cannot be used: every read of them costs a block. */
  void addFilters(Version version) {
    version
        .tables()
        .forEach(
            table -> {
              String problem = table.reader().filterProblem();
              if (!problem.isEmpty()) {
                add(
                    FileNames.table(table.meta().number())
                        + " has a filter that is of no use: "
                        + problem);
              }
            });
  }

  /** Notes one problem. */
  void add(String problem) {
    found.add(problem);
  }

  /** All that were noted, in order. */
  List<String> list() {
    return List.copyOf(found);
  }
}
