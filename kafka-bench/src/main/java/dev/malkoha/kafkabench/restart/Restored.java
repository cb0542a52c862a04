package dev.malkoha.kafkabench.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.kafkabench.input.Stamped;
import dev.malkoha.kafkabench.kill.WrongStateException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * The state that there must be after a restart.
 *
 * @param entries how many are committed
 * @param half the number of entries that were written over without a commit, and of those that were
 *     added without one
 * @param generation the committed generation of those
 * @param exactly whether nothing may be there that is not committed
 */
record Restored(long entries, long half, long generation, boolean exactly) {

  private static final int CELLS = 5;

  /**
   * Compares a dump with it.
   *
   * @param file as an instance writes it
   * @param context how to have it again, for the message
   * @throws WrongStateException if an entry is missing, double, or another
   */
  void check(Path file, String context) throws IOException {
    BitSet seen = new BitSet(Math.toIntExact(entries));
    try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split("\t", -1);
        if (cells.length == CELLS) {
          Stamped value = new Stamped(Long.parseLong(cells[3]), Long.parseLong(cells[4]));
          boolean twice = seen.get(Math.toIntExact(value.index()));
          if (twice || value.key() != Long.parseLong(cells[2]) || !allowed(value)) {
            throw new WrongStateException(
                context + ": " + line + (twice ? " is there twice" : " must not be there"));
          }
          seen.set((int) value.index());
        }
      }
    }
    int missing = seen.nextClearBit(0);
    if (missing < entries) {
      throw new WrongStateException(context + ": entry " + missing + " is missing");
    }
  }

  private boolean allowed(Stamped value) {
    boolean updated = value.index() < half;
    boolean known = value.index() < entries;
    if (known && value.generation() == (updated ? generation : 0)) {
      return true;
    }
    boolean newer = updated && value.generation() == generation + 1;
    boolean added = !known && value.index() < entries + half && value.generation() == 0;
    return !exactly && (newer || added);
  }
}
