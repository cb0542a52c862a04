package dev.malkoha.engine.damage;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How many damages came to which outcome, by kind of file and of damage, with the first of each
 * that must not be. Thread-safe.
 */
final class Tally {

  private final Map<FileKind, Map<Damage.How, Map<Outcome, Integer>>> counts = new TreeMap<>();
  private final Map<String, String> failures = new TreeMap<>();
  private int tried;
  private long longestNanos;
  private String longest = "";
  private long mostBytes;
  private String most = "";

  synchronized void add(Damage damage, DamageSweep.Tried tried, String replay) {
    Verdict verdict = tried.verdict();
    FileKind kind = FileKind.of(damage.file());
    counts
        .computeIfAbsent(kind, k -> new TreeMap<>())
        .computeIfAbsent(damage.how(), how -> new EnumMap<>(Outcome.class))
        .merge(verdict.outcome(), 1, Integer::sum);
    this.tried++;
    if (!verdict.outcome().isAllowed()) {
      String what = verdict.outcome() + ", " + kind + " " + damage.how();
      failures.putIfAbsent(what, verdict.detail() + "\n    replay with " + replay);
    }
    note(tried.effort(), replay);
  }

  private void note(Effort effort, String replay) {
    if (effort.nanos() > longestNanos) {
      longestNanos = effort.nanos();
      longest = replay;
    }
    if (effort.bytes() > mostBytes) {
      mostBytes = effort.bytes();
      most = replay;
    }
  }

  synchronized int tried() {
    return tried;
  }

  synchronized long longestNanos() {
    return longestNanos;
  }

  /** What must not be, one of each kind with its replay; empty if all is well. */
  synchronized String failures() {
    StringJoiner text = new StringJoiner("\n");
    failures.forEach((what, example) -> text.add(what + ": " + example));
    return text.toString();
  }

  /** A table of all outcomes that came about, in Markdown, and what the dearest openings cost. */
  synchronized String table() {
    List<Outcome> columns = Stream.of(Outcome.values()).filter(this::isColumn).toList();
    StringBuilder text = new StringBuilder("| file | damage | tried |");
    columns.forEach(column -> text.append(' ').append(column).append(" |"));
    text.append("\n|---|---|").append("--:|".repeat(columns.size() + 1)).append('\n');
    Map<Outcome, Integer> sum = new EnumMap<>(Outcome.class);
    counts.forEach(
        (kind, rows) ->
            rows.forEach(
                (how, row) -> {
                  text.append(row(kind + " | " + how, row, columns));
                  row.forEach((outcome, count) -> sum.merge(outcome, count, Integer::sum));
                }));
    text.append(row("all |", sum, columns));
    return text.append('\n').append(costs()).append('\n').toString();
  }

  private String costs() {
    return String.format(
        Locale.ROOT,
        "longest opening or check %.1f ms (%s), most memory %,d bytes (%s)",
        longestNanos / 1e6,
        longest,
        mostBytes,
        most);
  }

  /** What must not be has its column always where it is named by the rule, and else when it is. */
  private boolean isColumn(Outcome outcome) {
    boolean always = outcome == Outcome.SILENT || outcome == Outcome.FOREIGN;
    return always
        || counts.values().stream()
            .flatMap(rows -> rows.values().stream())
            .anyMatch(row -> row.containsKey(outcome));
  }

  private static String row(String name, Map<Outcome, Integer> row, List<Outcome> columns) {
    int all = row.values().stream().mapToInt(Integer::intValue).sum();
    StringJoiner cells = new StringJoiner(" | ", "| ", " |\n");
    cells.add(name.toLowerCase(Locale.ROOT)).add("" + all);
    columns.forEach(column -> cells.add("" + row.getOrDefault(column, 0)));
    return cells.toString();
  }
}
