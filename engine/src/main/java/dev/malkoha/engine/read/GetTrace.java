package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Operand;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.TableTrace;
import dev.malkoha.sstable.TableTrace.Outcome;
import dev.malkoha.sstable.TableTrace.Source;
import dev.malkoha.sstable.value.ValuePointer;

/** The way of a {@link PointReader} that was asked to note it: a line for each source. */
final class GetTrace {

  private final List<String> steps = new ArrayList<>();
  private String verdict = "absent: no entry of the key";
  private boolean isPresent;

  /** The looks into blocks of tables. */
  private final List<TableTrace> looks = new ArrayList<>();

  /** A memtable has answered: the active one, number 0, or one of the frozen. */
  void memTable(int number, int frozen, boolean present, Lookup found) {
    String name = number == 0 ? "memtable" : "memtable, frozen " + number + " of " + frozen;
    step(name, present ? decide(found) : "not there");
  }

  /** No table of a run has the key in its range. */
  void outOfRange(SortedRun run, long prefix, byte[] key) {
    int reaching = run.level() == 0 ? 0 : run.find(prefix, key);
    String name = reaching < run.size() ? name(run, run.table(reaching)) : "L" + run.level();
    step(name, "the key is out of range");
  }

  /** The table's filter says "absent". */
  void filtered(SortedRun run, Table table) {
    step(name(run, table), "filter: absent");
  }

  /** Looks into a table in place of the reader. */
  boolean lookInto(SortedRun run, Table table, byte[] key, long maxTag, Lookup found)
      throws IOException {
    TableTrace look = table.reader().trace(key, 0, key.length, maxTag);
    looks.add(look);
    String way = "filter: maybe; " + block(look);
    boolean isFound = look.outcome() == Outcome.FOUND;
    found.tag = look.tag();
    found.buffer = look.value();
    found.valueOffset = 0;
    found.valueLength = look.value().length;
    if (isFound) {
      step(name(run, table), way + decide(look.tag(), valueLength(look), expiry(found)));
    } else {
      step(name(run, table), way + missed(look) + ", a false positive");
    }
    return isFound;
  }

  private static String missed(TableTrace look) {
    return switch (look.outcome()) {
      case DEAD_BLOCK -> "all is dead";
      case DEAD_ENTRY -> entry(look.tag(), valueLength(look)) + ", dead";
      default -> "not there";
    };
  }

  /**
   * The way that was gone.
   *
   * @param isExpired whether what was found is
   * @param rangeDelete the number of the one that covers what was found; 0 if none does
   */
  GetExplanation explanation(
      boolean isExpired,
      long rangeDelete,
      int filtersAsked,
      int filtersAbsent,
      int falsePositives) {
    if (isExpired) {
      isPresent = false;
      verdict = "absent: expired";
    }
    if (rangeDelete != 0) {
      isPresent = false;
      verdict = "absent: deleted by a range delete, sequence " + rangeDelete;
    }
    return new Explained(
        List.copyOf(steps),
        verdict,
        isPresent,
        filtersAsked,
        filtersAbsent,
        falsePositives,
        blocks(Source.FILE),
        blocks(Source.CACHE),
        looks.stream().mapToInt(TableTrace::bitsChecked).sum());
  }

  private int blocks(Source source) {
    return (int) looks.stream().filter(look -> isFrom(source, look)).count();
  }

  private static boolean isFrom(Source source, TableTrace look) {
    return look.source() == source
        && look.outcome() != Outcome.NO_BLOCK
        && look.outcome() != Outcome.DEAD_BLOCK;
  }

  private void step(String source, String answer) {
    steps.add(String.format(Locale.ROOT, "%-24s %s", source, answer));
  }

  private static String name(SortedRun run, Table table) {
    return "L" + run.level() + " " + FileNames.table(table.meta().number());
  }

  private static String block(TableTrace look) {
    if (look.outcome() == Outcome.NO_BLOCK) {
      return "";
    }
    String origin = isFrom(Source.FILE, look) ? "from the file" : "from the cache";
    String way = look.outcome() == Outcome.DEAD_BLOCK ? "not read" : origin;
    return "block " + look.block() + " of " + look.blocks() + " " + way + ": ";
  }

  private static int valueLength(TableTrace look) {
    return switch (Versions.content(look.tag())) {
      case NOTHING, VALUE -> look.value().length - Versions.expiryBytes(look.tag());
      case OPERAND -> Operand.bytes(look.value(), 0, look.value().length).length;
      case POINTER -> {
        ValuePointer pointer = new ValuePointer();
        int expiry = Versions.expiryBytes(look.tag());
        ValueFiles.point(pointer, look.value(), expiry, look.value().length - expiry);
        yield pointer.rawLength();
      }
    };
  }

  private String decide(Lookup found) {
    int length = found.valueLength - Versions.expiryBytes(found.tag);
    return decide(found.tag, length, expiry(found));
  }

  /** An entry was found that decides. */
  private String decide(long tag, int valueLength, String expiry) {
    isPresent = !Versions.isTombstone(tag);
    verdict = isPresent ? "present: " + bytes(valueLength) : "absent: deleted";
    if (Versions.isOperand(tag)) {
      verdict = "an operand of the merge function: what is older counts, too";
    }
    return entry(tag, valueLength) + expiry;
  }

  private static String expiry(Lookup found) {
    return Versions.expiryBytes(found.tag) == 0
        ? ""
        : ", expires " + Instant.ofEpochMilli(Versions.expiry(found.buffer, found.valueOffset));
  }

  private static String entry(long tag, int valueLength) {
    String what =
        switch (Versions.content(tag)) {
          case NOTHING -> "delete";
          case VALUE, POINTER -> "put of " + bytes(valueLength);
          case OPERAND -> "operand of " + bytes(valueLength);
        };
    return what + ", sequence " + EntryKind.sequence(tag);
  }

  private static String bytes(int count) {
    return String.format(Locale.ROOT, "%,d byte%s", count, count == 1 ? "" : "s");
  }

  private record Explained(
      List<String> steps,
      String verdict,
      boolean isPresent,
      int filtersAsked,
      int filtersAbsent,
      int falsePositives,
      int blocksRead,
      int blocksFromCache,
      int bitsChecked)
      implements GetExplanation {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s\n\n%s\nfilters asked %d (absent %d, false positive %d), blocks read %d, from the cache"
              + " %d, bits checked %d\n",
          String.join("\n", steps),
          verdict,
          filtersAsked,
          filtersAbsent,
          falsePositives,
          blocksRead,
          blocksFromCache,
          bitsChecked);
    }
  }
}
