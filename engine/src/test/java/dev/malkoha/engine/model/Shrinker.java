package dev.malkoha.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a list that fails shorter, as long as it fails: pieces of it are left out, large ones first
 * (delta debugging, Zeller and Hildebrandt 2002, without its test of complements apart).
 *
 * @param <T> what the list is of
 */
final class Shrinker<T> {

  private final Predicate<List<T>> fails;
  private int triesLeft;

  /**
   * Creates a shrinker.
   *
   * @param fails whether a list still fails; one that does not always say the same is no use
   * @param triesMax how often it is asked at most
   */
  Shrinker(Predicate<List<T>> fails, int triesMax) {
    this.fails = fails;
    this.triesLeft = triesMax;
  }

  /** The shortest list found; of a list that fails, a sublist that fails. */
  List<T> shrink(List<T> failing) {
    List<T> shortest = failing;
    for (int piece = Math.max(1, failing.size() / 2); piece > 0; ) {
      List<T> shorter = withoutPieces(shortest, piece);
      if (shorter.size() == shortest.size() || piece > 1) {
        piece /= 2; // once more with single ones while that helps
      }
      shortest = shorter;
    }
    return shortest;
  }

  private List<T> withoutPieces(List<T> whole, int piece) {
    List<T> rest = whole;
    for (int from = Math.max(0, rest.size() - piece); triesLeft > 0; from -= piece) {
      int start = Math.max(0, from);
      List<T> without = new ArrayList<>(rest.subList(0, start));
      without.addAll(rest.subList(Math.min(rest.size(), from + piece), rest.size()));
      triesLeft--;
      if (fails.test(without)) {
        rest = without;
      }
      if (from <= 0) {
        break;
      }
    }
    return rest;
  }
}
