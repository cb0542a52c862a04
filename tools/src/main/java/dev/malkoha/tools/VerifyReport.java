package dev.malkoha.tools;

import java.util.List;

/**
 * What a check of a whole store found.
 *
 * @param problems what is wrong, one sentence each; empty for a sound store
 * @param notes what is worth knowing and does no harm, such as files that the next open removes
 * @param tables tables checked
 * @param entries entries read in them
 * @param logRecords valid log records read
 */
public record VerifyReport(
    List<String> problems, List<String> notes, int tables, long entries, long logRecords) {

  /** Copies the lists. */
  public VerifyReport {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }

  /** Whether nothing is wrong. */
  public boolean ok() {
    return problems.isEmpty();
  }

  /** One line. */
  public String summary() {
    return String.join(
        ", ",
        (ok() ? "sound" : counted(problems.size(), "problem", "problems"))
            + ": "
            + counted(tables, "table", "tables"),
        counted(entries, "entry", "entries"),
        counted(logRecords, "log record", "log records"));
  }

  private static String counted(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
