package dev.malkoha.tools.salvage;

import dev.malkoha.engine.KeyRange;
import dev.malkoha.tools.SalvageReport.Loss;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of what a salvage could not read so far. One thread. */
public final class SalvageNotes {

  private final List<Loss> losses = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Creates an empty list. */
  SalvageNotes() {}

  void note(String sentence) {
    notes.add(sentence);
  }

  /** Something may be lost of the keys from one to another, both included; null is no bound. */
  void lost(
      String keyspace, byte @Nullable [] from, byte @Nullable [] to, String file, String problem) {
    KeyRange above = from == null ? KeyRange.all() : KeyRange.atLeast(from);
    KeyRange keys = to == null ? above : above.intersect(KeyRange.atMost(to));
    losses.add(new Loss(keyspace, keys, file, problem));
  }

  /** Ranges of keys of which something may be lost. */
  public List<Loss> losses() {
    return losses;
  }

  /** What else is to be known. */
  public List<String> notes() {
    return notes;
  }
}
