package dev.malkoha.engine.read;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.GetExplanation.Answer;
import dev.malkoha.engine.GetExplanation.Block;
import dev.malkoha.engine.GetExplanation.Entry;
import dev.malkoha.engine.GetExplanation.Origin;
import dev.malkoha.engine.GetExplanation.Step;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.TableTrace;
import dev.malkoha.sstable.TableTrace.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One point read that notes each of its steps. It goes the way of {@link PointReader}, which is
 * kept free of all this.
 */
public final class GetExplainer {

  private final ReadView view;
  private final byte[] key;
  private final long hash;
  private final long sequence;
  private final long maxTag;
  private final long prefix;
  private final Lookup found = new Lookup();
  private final List<Step> steps = new ArrayList<>();

  private GetExplainer(ReadView view, byte[] key, long hash, long sequence) {
    this.view = view;
    this.key = key;
    this.hash = hash;
    this.sequence = sequence;
    this.maxTag = EntryKind.readTag(sequence);
    this.prefix = EntryOrder.prefix(key, 0, key.length);
  }

  /** How a read of a key as of a sequence number finds its answer; counted like that read. */
  public static GetExplanation explain(
      ReadView view, byte[] key, long hash, long sequence, ReadCounters counters)
      throws IOException {
    GetExplainer explainer = new GetExplainer(view, key, hash, sequence);
    if (!explainer.askMemTables()) {
      explainer.askTables();
    }
    GetExplanation way = new GetExplanation(explainer.steps, explainer.rangeDelete());
    counters.add(way.filtersAsked(), way.filtersAbsent(), way.falsePositives());
    return way;
  }

  /** The range delete that covers the entry found last, if that is a put; 0 if none does. */
  private long rangeDelete() {
    Entry entry = GetExplanation.entry(steps);
    if (entry == null || entry.isDelete() || !view.hasRanges()) {
      return 0;
    }
    long covering = view.rangeCovering(prefix, key, sequence);
    return covering > entry.sequence() ? covering : 0;
  }

  private boolean askMemTables() {
    if (ask("memtable", view.active())) {
      return true;
    }
    int frozen = view.frozen().size();
    for (int i = 0; i < frozen; i++) {
      String name = "memtable, frozen " + (i + 1) + " of " + frozen;
      if (ask(name, view.frozen().get(i).table())) {
        return true;
      }
    }
    return false;
  }

  private boolean ask(String name, MemTable table) {
    if (!table.get(key, 0, key.length, hash, maxTag, found)) {
      note(name, Answer.NOT_FOUND, false);
      return false;
    }
    Entry entry = entry(found.tag, found.valueLength);
    steps.add(new Step(name, Answer.FOUND, false, null, 0, entry));
    return true;
  }

  private void askTables() throws IOException {
    for (SortedRun run : view.version().runs()) {
      if (ask(run)) {
        return;
      }
    }
  }

  private boolean ask(SortedRun run) throws IOException {
    Table table = run.tableFor(prefix, key);
    int index = run.find(prefix, key);
    String name = "L" + run.level();
    if (index < run.size() || run.level() == 0) {
      name += " " + FileNames.table(run.table(Math.min(index, run.size() - 1)).meta().number());
    }
    if (table == null) {
      note(name, Answer.OUT_OF_RANGE, false);
      return false;
    }
    if (!table.reader().mayContain(hash)) {
      note(name, Answer.FILTERED, true);
      return false;
    }
    TableTrace trace = table.reader().trace(key, 0, key.length, maxTag);
    Answer answer = answer(trace.outcome());
    steps.add(new Step(name, answer, true, block(trace), trace.bitsChecked(), entry(trace)));
    return answer == Answer.FOUND;
  }

  private void note(String source, Answer answer, boolean filterAsked) {
    steps.add(new Step(source, answer, filterAsked, null, 0, null));
  }

  private static Answer answer(Outcome outcome) {
    return switch (outcome) {
      case NO_BLOCK, NO_ENTRY -> Answer.NOT_FOUND;
      case DEAD_BLOCK, DEAD_ENTRY -> Answer.DEAD;
      case FOUND -> Answer.FOUND;
    };
  }

  private static @Nullable Block block(TableTrace trace) {
    return switch (trace.outcome()) {
      case NO_BLOCK -> null;
      case DEAD_BLOCK -> new Block(trace.block(), trace.blocks(), Origin.NOT_READ);
      default ->
          new Block(trace.block(), trace.blocks(), trace.resident() ? Origin.CACHE : Origin.FILE);
    };
  }

  private static @Nullable Entry entry(TableTrace trace) {
    return switch (trace.outcome()) {
      case DEAD_ENTRY, FOUND -> entry(trace.tag(), trace.valueLength());
      default -> null;
    };
  }

  private static Entry entry(long tag, int valueLength) {
    boolean isDelete = EntryKind.kind(tag) == EntryKind.DELETE;
    return new Entry(isDelete, EntryKind.sequence(tag), valueLength);
  }
}
