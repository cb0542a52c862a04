package dev.malkoha.kafkabench.kill;

import java.util.Locale;

/**
 * What a run has shown, all states being right.
 *
 * @param kills how many instances were killed
 * @param wipes how often Kafka Streams gave up what a store held
 * @param restored how many records were restored from changelogs
 * @param compared how many entries of stores and records of output were compared with the model
 * @param windowsUnsent windows whose final tally a crash at least once has lost on its way; see
 *     {@link OutputCheck.Outcome}
 * @param seconds from the first record to the end of the comparison
 */
public record KillReport(
    int kills, long wipes, long restored, long compared, long windowsUnsent, double seconds) {

  /** One line for each figure. */
  public String text(KillOptions options) {
    return String.format(
        Locale.ROOT,
        """
        %s, %s%s: every state is as the model says
          records              %,d
          kills of instances   %d
          stores given up      %d
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
        wipes,
        restored,
        compared,
        windowsUnsent,
        seconds);
  }
}
