package dev.malkoha.kafkabench.kill;

import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.process.ChildJava;
import java.util.List;

/**
 * What a run does.
 *
 * @param kills how often an instance is killed
 * @param guarantee {@code at_least_once} or {@code exactly_once_v2}
 * @param transactional whether state stores are
 * @param standbys how many more instances keep each state
 * @param seed of the input, and of when which instance is killed
 */
public record KillOptions(
    Scale scale,
    int kills,
    String guarantee,
    boolean transactional,
    StoreKind store,
    int standbys,
    long seed) {

  private static final long SHORT_RECORDS = 50_000;

  /** Options for every Java process of such a run. */
  public List<String> javaOptions() {
    return scale.records() < SHORT_RECORDS ? ChildJava.SHORT_LIFE : List.of();
  }
}
