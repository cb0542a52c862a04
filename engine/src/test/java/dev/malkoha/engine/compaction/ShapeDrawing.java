package dev.malkoha.engine.compaction;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@link Shape} read from a drawing: tables and range deletes under a ruler of keys, and below
 * them what is to be known of each table. How it is written is told in {@code README.txt} beside
 * the drawings.
 */
final class ShapeDrawing {

  private static final Pattern LEVEL = Pattern.compile("L(\\d) .*");
  private static final Pattern DRAWN = Pattern.compile("\\[(?<table>\\d+)-*]|<(?<range>\\d+)-*>");
  private static final Pattern FACTS = Pattern.compile("(\\d+(?: \\d+)*): (.*)");

  private final String ruler;
  private final List<List<Box>> levels = new ArrayList<>();
  private final List<RangeTombstone> ranges = new ArrayList<>();
  private final Map<Long, TableNotes> notes = new HashMap<>();
  private int level;

  /** A table's place in the drawing. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Box(long number, byte[] smallest, byte[] largest) {}

  /** Begins a drawing under a ruler: each of its characters is a key. */
  ShapeDrawing(String ruler) {
    this.ruler = ruler;
    IntStream.range(0, Version.LEVELS).forEach(i -> levels.add(new ArrayList<>()));
  }

  /** Reads a line; returns whether it is of the drawing. */
  boolean read(String line) {
    Matcher facts = FACTS.matcher(line);
    if (facts.matches()) {
      for (String number : facts.group(1).split(" ", -1)) {
        notes.computeIfAbsent(Long.valueOf(number), n -> new TableNotes()).read(facts.group(2));
      }
      return true;
    }
    return readBoxes(line);
  }

  private boolean readBoxes(String line) {
    Matcher named = LEVEL.matcher(line);
    level = named.matches() ? Integer.parseInt(named.group(1)) : level;
    Matcher drawn = DRAWN.matcher(line);
    boolean any = false;
    for (; drawn.find(); any = true) {
      byte[] first = {(byte) ruler.charAt(drawn.start())};
      byte[] last = {(byte) ruler.charAt(drawn.end() - 1)};
      if (drawn.group("table") != null) {
        levels.get(level).add(new Box(Long.parseLong(drawn.group("table")), first, last));
      } else {
        byte[] behindLast = {last[0], 0};
        ranges.add(new RangeTombstone(first, behindLast, Long.parseLong(drawn.group("range"))));
      }
    }
    return any;
  }

  /** What was drawn. */
  Shape shape() {
    return new Shape(
        100_000,
        levels.stream().map(boxes -> boxes.stream().map(this::facts).toList()).toList(),
        RangeTombstones.of(ranges),
        notes.entrySet().stream()
            .filter(entry -> entry.getValue().isBusy())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet()),
        Shape.Ageing.NONE);
  }

  private TableMeta facts(Box box) {
    return notes
        .getOrDefault(box.number(), new TableNotes())
        .facts(box.number(), box.smallest(), box.largest());
  }
}
