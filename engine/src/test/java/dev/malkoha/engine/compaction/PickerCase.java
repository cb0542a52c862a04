package dev.malkoha.engine.compaction;

import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.entry.SnapshotStripes;
import dev.malkoha.engine.version.Expiries;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A drawing of a shape with questions about it, and the answers that the pickers give now. */
final class PickerCase {

  private static final Pattern QUESTION = Pattern.compile("(\\w+) =.*");
  private static final String SNAPSHOTS = "snapshots ";
  private static final String BEGUN = "begun before table ";
  private static final String FIFO = "fifo of ";
  private static final String SHARE = "garbage share ";
  private static final String TIME = "time ";
  private static final Pattern EXPIRING =
      Pattern.compile("expiring (\\d+): (\\d+) from (\\d+) to (\\d+) s");
  private static final long PATIENCE_MILLIS = 5_000;

  private final List<String> answered = new ArrayList<>();
  private Shape shape;
  private long[] snapshots = {};
  private double garbageShare = DbOptions.defaults().defaultKeyspace().garbageShare();
  private boolean moreDeletes;
  private final Map<Long, Expiries> expiring = new HashMap<>();
  private long[] timesMillis = {0};
  private long fifo;
  private long before = Long.MAX_VALUE;
  private long nowMillis = TableNotes.NOW_MILLIS;

  private PickerCase(ShapeDrawing drawing, List<String> lines) {
    List<String> conditions = lines.stream().filter(line -> !drawing.read(line)).toList();
    shape = drawing.shape();
    conditions.stream().filter(line -> !QUESTION.matcher(line).matches()).forEach(this::agree);
    shape = shape.with(new Shape.Ageing(expiring, readers(), PATIENCE_MILLIS));
    lines.forEach(line -> answered.add(answer(line)));
  }

  /**
   * The case with its answers made anew.
   *
   * @param lines the ruler and what stands below it
   */
  static List<String> answer(List<String> lines) {
    List<String> rest = lines.subList(1, lines.size());
    List<String> answered = new ArrayList<>(List.of(lines.getFirst()));
    answered.addAll(new PickerCase(new ShapeDrawing(lines.getFirst()), rest).answered);
    return answered;
  }

  /** Takes a condition to hold. */
  private void agree(String line) {
    if (line.startsWith(SNAPSHOTS)) {
      String[] numbers = line.substring(SNAPSHOTS.length()).split(" ", -1);
      snapshots = List.of(numbers).stream().mapToLong(Long::parseLong).toArray();
    } else if (line.startsWith(BEGUN)) {
      before = Long.parseLong(line.substring(BEGUN.length()));
    } else if (line.startsWith(FIFO)) {
      fifo = Long.parseLong(line.substring(FIFO.length()).replace("K", "000"));
    } else if (line.startsWith(SHARE)) {
      garbageShare = Double.parseDouble(line.substring(SHARE.length()));
    } else if (line.startsWith(TIME)) {
      timesMillis =
          Stream.of(line.substring(TIME.length()).split(" ", -1))
              .mapToLong(seconds -> 1_000 * Long.parseLong(seconds))
              .toArray();
    } else if (EXPIRING.matcher(line).matches()) {
      expire(EXPIRING.matcher(line));
    } else if (line.equals("more deletes are on their way")) {
      moreDeletes = true;
    } else if (line.equals("every vector counts as old")) {
      nowMillis = Long.MAX_VALUE;
    } else if (!line.isEmpty() && !line.startsWith("#")) {
      throw new IllegalArgumentException("no condition: " + line);
    }
  }

  /** The last time is that of all readers of which none is told. */
  private SnapshotStripes readers() {
    long[] times =
        IntStream.rangeClosed(0, snapshots.length)
            .mapToLong(i -> timesMillis[Math.min(i, timesMillis.length - 1)])
            .toArray();
    return new SnapshotStripes(snapshots, times);
  }

  /** Entries of a table expire at equal distances from one second to another. */
  private void expire(Matcher line) {
    line.matches();
    long entries = Long.parseLong(line.group(2));
    long from = 1_000 * Long.parseLong(line.group(3));
    long to = 1_000 * Long.parseLong(line.group(4));
    Expiries.Builder expiries = new Expiries.Builder();
    for (long i = 1; i <= entries; i++) {
      expiries.add(from + (to - from) * i / entries);
    }
    expiring.put(Long.valueOf(line.group(1)), expiries.build());
  }

  private String answer(String line) {
    Matcher question = QUESTION.matcher(line);
    return question.matches() ? question.group(1) + " = " + ask(question.group(1)) : line;
  }

  private String ask(String question) {
    return switch (question) {
      case "targets" -> ofLevels(1, level -> Optional.of(size(shape.bytesMax(level))));
      case "full" -> ofLevels(0, this::score);
      case "debt" -> size(shape.debtBytes());
      case "pick" -> told(CompactionPicker.pick(shape));
      case "garbage" -> told(garbage());
      case "rest" -> told(CompactionPicker.pickAtRest(shape));
      case "everything" -> told(CompactionPicker.pickRange(shape, KeyRange.all(), before, false));
      case "oldest" -> told(FifoPicker.oldest(shape, fifo));
      case "then" -> told(pickAndTake());
      default -> throw new IllegalArgumentException("no question: " + question);
    };
  }

  private Optional<Compaction> garbage() {
    return GarbagePicker.pick(shape, garbageShare, snapshots, moreDeletes, nowMillis);
  }

  /** As the store does for one worker after the other. */
  private Optional<Compaction> pickAndTake() {
    Optional<Compaction> pick = CompactionPicker.pick(shape).or(this::garbage);
    Set<Long> busy = new HashSet<>(shape.busy());
    pick.ifPresent(it -> it.tables().forEach(table -> busy.add(table.number())));
    shape = new Shape(shape.tableBytes(), shape.levels(), shape.ranges(), busy, shape.ageing());
    return pick;
  }

  private Optional<String> score(int level) {
    double score = shape.score(level);
    return score == 0 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, "%.3f", score));
  }

  private static String ofLevels(int first, Function<Integer, Optional<String>> what) {
    String told =
        IntStream.range(first, Version.LEVELS - 1)
            .mapToObj(level -> what.apply(level).map(text -> "L" + level + " " + text))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    return told.isEmpty() ? "nothing" : told;
  }

  private String told(Optional<Compaction> pick) {
    return pick.map(this::told).orElse("nothing");
  }

  private String told(Compaction pick) {
    String inputs =
        IntStream.range(0, Version.LEVELS)
            .filter(level -> !pick.inputs().get(level).isEmpty())
            .mapToObj(level -> numbers(pick.inputs().get(level)) + " of L" + level)
            .collect(Collectors.joining(" and "));
    String output =
        switch (pick.kind()) {
          case MERGE, GATHER -> " into L" + pick.outputLevel();
          case MOVE -> " to L" + pick.outputLevel();
          case REWRITE, DROP, EVICT -> "";
        };
    return pick.kind().name().toLowerCase(Locale.ROOT)
        + " "
        + inputs
        + output
        + ", "
        + size(Shape.bytes(pick.tables()));
  }

  private static String numbers(List<TableMeta> tables) {
    return tables.stream()
        .map(TableMeta::number)
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private static String size(long bytes) {
    if (bytes >= 1_000_000_000 && bytes % 1_000_000_000 == 0) {
      return bytes / 1_000_000_000 + "G";
    }
    if (bytes >= 1_000_000 && bytes % 1_000_000 == 0) {
      return bytes / 1_000_000 + "M";
    }
    return bytes % 1000 == 0 && bytes > 0 ? bytes / 1000 + "K" : String.valueOf(bytes);
  }
}
