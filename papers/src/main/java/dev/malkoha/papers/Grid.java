package dev.malkoha.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text under a head.
 *
 * @param head the columns' names
 * @param rows each of as many cells as the head has
 */
public record Grid(List<String> head, List<List<String>> rows) {

  /** Copies, and checks that all rows are equally long. */
  public Grid {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != head.size()) {
        throw new IllegalArgumentException(row.size() + " cells under a head of " + head.size());
      }
    }
  }

  /** A grid that grows row by row. */
  static final class Rows {

    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    Rows(String... head) {
      this(List.of(head));
    }

    Rows(List<String> head) {
      this.head = List.copyOf(head);
    }

    void row(String... cells) {
      row(List.of(cells));
    }

    void row(List<String> cells) {
      rows.add(cells);
    }

    Grid grid() {
      return new Grid(head, rows);
    }
  }
}
