package dev.malkoha.tools;

import dev.malkoha.engine.KeyRange;
import java.util.List;
import java.util.Locale;

/**
 * What was saved of a damaged store, and what may not have been. Immutable.
 *
 * <p>Keys in no {@link Loss} have the values that they had, but for what a note says.
 *
 * @param keyspaces what the new store holds
 * @param losses ranges of keys in which entries may be missing, or deleted and older ones be back
 * @param notes what else could not be read, what follows from it, and what was guessed
 */
public record SalvageReport(List<Saved> keyspaces, List<Loss> losses, List<String> notes) {

  private static final int SHOWN = 20;

  /**
   * What was saved of a keyspace.
   *
   * @param name of the keyspace
   * @param entries in it
   */
  public record Saved(String name, long entries) {}

  /**
   * Keys of which something may be lost.
   *
   * @param keyspace by name
   * @param keys all of them
   * @param file that is damaged
   * @param problem what is wrong with it
   */
  public record Loss(String keyspace, KeyRange keys, String file, String problem) {}

  /** Copies the lists. */
  public SalvageReport {
    keyspaces = List.copyOf(keyspaces);
    losses = List.copyOf(losses);
    notes = List.copyOf(notes);
  }

  /** How many entries were saved in all. */
  public long entries() {
    return keyspaces.stream().mapToLong(Saved::entries).sum();
  }

  /** Whether all was there and could be read, so that nothing is missing. */
  public boolean isComplete() {
    return losses.isEmpty() && notes.isEmpty();
  }

  /**
   * As one JSON object: {@code entries}, {@code keyspaces}, {@code losses} with keys in hexadecimal
   * ({@code to} is the first key after the range, or null), and {@code notes}.
   */
  public String toJson() {
    return SalvageJson.of(this);
  }

  /** In a few lines of words; no more than {@value #SHOWN} losses are named. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Saved saved : keyspaces) {
      text.append(
          String.format(
              Locale.ROOT,
              "keyspace %s: %,d %s saved%n",
              saved.name(),
              saved.entries(),
              saved.entries() == 1 ? "entry" : "entries"));
    }
    notes.forEach(note -> text.append("note: ").append(note).append('\n'));
    losses.stream()
        .limit(SHOWN)
        .forEach(
            loss ->
                text.append(
                    "keyspace %s, keys %s: may lack entries, or have older ones back: %s: %s%n"
                        .formatted(loss.keyspace(), loss.keys(), loss.file(), loss.problem())));
    if (losses.size() > SHOWN) {
      text.append(String.format(Locale.ROOT, "and %,d more such ranges%n", losses.size() - SHOWN));
    }
    return text.toString();
  }
}
