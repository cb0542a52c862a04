package dev.malkoha.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of plain text: the first column to the left, numbers to the right, a rule below the head.
 */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Starts with the head. */
  public TextTable(List<String> head) {
    rows.add(List.copyOf(head));
  }

  /** Adds a row of as many cells as the head has. */
  public void row(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells in a table of " + rows.get(0).size());
    }
    rows.add(List.copyOf(cells));
  }

  /** All lines, each with its end. */
  @Override
  public String toString() {
    int[] widths = widths();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      append(rows.get(i), widths, out);
      if (i == 0) {
        List<String> rule = new ArrayList<>();
        for (int width : widths) {
          rule.add("-".repeat(width));
        }
        append(rule, widths, out);
      }
    }
    return out.toString();
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static void append(List<String> cells, int[] widths, StringBuilder out) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String fill = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? cells.get(i) + fill : GAP + fill + cells.get(i));
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
