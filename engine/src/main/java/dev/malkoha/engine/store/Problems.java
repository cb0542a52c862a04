package dev.malkoha.engine.store;

import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ObsoleteFiles;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.Directory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/** What an opening finds wrong with a store that can be read all the same, in words for people. */
final class Problems {

  private static final System.Logger LOGGER = System.getLogger(Problems.class.getName());

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

  /** Notes files that no edit knows. */
  void addStrays(Directory directory, ManifestState state) throws IOException {
    ObsoleteFiles.strays(directory, state).forEach(this::add);
  }

  /** Notes one problem. */
  void add(String problem) {
    LOGGER.log(Level.WARNING, problem);
    found.add(problem);
  }

  /** All that were noted, in order. */
  List<String> list() {
    return List.copyOf(found);
  }
}
