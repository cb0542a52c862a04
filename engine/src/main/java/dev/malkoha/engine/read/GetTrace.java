package dev.malkoha.engine.read;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.GetExplanation.Answer;
import dev.malkoha.engine.GetExplanation.Block;
import dev.malkoha.engine.GetExplanation.Entry;
import dev.malkoha.engine.GetExplanation.Origin;
import dev.malkoha.engine.GetExplanation.Step;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.TableTrace;
import dev.malkoha.sstable.value.ValuePointer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link PointReader} notes of its way if it is asked to: a step for each source. */
final class GetTrace {

  private final List<Step> steps = new ArrayList<>();

  /** A memtable has answered: the active one, number 0, or one of the frozen. */
  void memTable(int number, int frozen, boolean present, Lookup found) {
    String name = number == 0 ? "memtable" : "memtable, frozen " + number + " of " + frozen;
    if (present) {
      steps.add(new Step(name, Answer.FOUND, false, null, 0, entry(found.tag, found.valueLength)));
    } else {
      note(name, Answer.NOT_FOUND, false);
    }
  }

  /** No table of a run has the key in its range. */
  void outOfRange(SortedRun run, long prefix, byte[] key) {
    int reaching = run.level() == 0 ? 0 : run.find(prefix, key);
    String name = reaching < run.size() ? name(run, run.table(reaching)) : "L" + run.level();
    note(name, Answer.OUT_OF_RANGE, false);
  }

  /** The table's filter says "absent". */
  void filtered(SortedRun run, Table table) {
    note(name(run, table), Answer.FILTERED, true);
  }

  /** Looks into a table in place of the reader; of the entry it tells the tag alone. */
  boolean lookInto(SortedRun run, Table table, byte[] key, long maxTag, Lookup found)
      throws IOException {
    TableTrace look = table.reader().trace(key, 0, key.length, maxTag);
    Answer answer =
        switch (look.outcome()) {
          case NO_BLOCK, NO_ENTRY -> Answer.NOT_FOUND;
          case DEAD_BLOCK, DEAD_ENTRY -> Answer.DEAD;
          case FOUND -> Answer.FOUND;
        };
    steps.add(
        new Step(name(run, table), answer, true, block(look), look.bitsChecked(), entry(look)));
    found.tag = look.tag();
    return answer == Answer.FOUND;
  }

  /** The way that was gone. */
  GetExplanation explanation(long rangeDelete) {
    return new GetExplanation(steps, rangeDelete);
  }

  private void note(String source, Answer answer, boolean filterAsked) {
    steps.add(new Step(source, answer, filterAsked, null, 0, null));
  }

  private static String name(SortedRun run, Table table) {
    return "L" + run.level() + " " + FileNames.table(table.meta().number());
  }

  private static @Nullable Block block(TableTrace look) {
    return switch (look.outcome()) {
      case NO_BLOCK -> null;
      case DEAD_BLOCK -> new Block(look.block(), look.blocks(), Origin.NOT_READ);
      default -> new Block(look.block(), look.blocks(), origin(look.source()));
    };
  }

  private static Origin origin(TableTrace.Source source) {
    return switch (source) {
      case CACHE -> Origin.CACHE;
      case FILE -> Origin.FILE;
    };
  }

  private static @Nullable Entry entry(TableTrace look) {
    return switch (look.outcome()) {
      case DEAD_ENTRY, FOUND -> entry(look.tag(), valueLength(look));
      default -> null;
    };
  }

  private static int valueLength(TableTrace look) {
    return switch (Versions.content(look.tag())) {
      case NOTHING, VALUE -> look.value().length;
      case POINTER -> {
        ValuePointer pointer = new ValuePointer();
        ValueFiles.point(pointer, look.value(), 0, look.value().length);
        yield pointer.rawLength();
      }
    };
  }

  private static Entry entry(long tag, int valueLength) {
    return new Entry(Versions.isTombstone(tag), EntryKind.sequence(tag), valueLength);
  }
}
