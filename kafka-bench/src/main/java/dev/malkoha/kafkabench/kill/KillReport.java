package dev.malkoha.kafkabench.kill;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a run has shown, all states being right.
 *
 * @param kills how many instances were killed
 * @param wipes the lines in which Kafka Streams said that it gives up what a store held
 * @param restored how many records were restored from changelogs
 * @param compared how many entries of stores and records of output were compared with the model
 * @param windowsUnsent windows whose final tally a crash at least once has lost on its way; see
 *     {@link OutputCheck.Outcome}
 * @param seconds from the first record to the end of the comparison
 */
public record KillReport(
    int kills,
    List<String> wipes,
    long restored,
    long compared,
    long windowsUnsent,
    double seconds) {

  /** One line for each figure. */
  public String text(KillOptions options) {
    return String.format(
        Locale.ROOT,
        """
        %s, %s%s: every state is as the model says
          records              %,d
          kills of instances   %d
          stores given up      %d%s
          records restored     %,d
          entries compared     %,d
          windows unsent       %d
          seconds              %.1f
        """,
        options.store().label(),
        options.guarantee(),
        options.transactional() ? ", transactional" : "",
        options.scale().records(),
        kills,
        wipes.size(),
        wipes.stream().map(line -> "\n    " + line).collect(Collectors.joining()),
        restored,
        compared,
        windowsUnsent,
        seconds);
  }
}
