package dev.malkoha.engine.read;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.GetExplanation.Answer;
import dev.malkoha.engine.GetExplanation.Block;
import dev.malkoha.engine.GetExplanation.Entry;
import dev.malkoha.engine.GetExplanation.Step;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.TableReader;
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
  private final long maxTag;
  private final long prefix;
  private final Lookup found = new Lookup();
  private final List<Step> steps = new ArrayList<>();

  private GetExplainer(ReadView view, byte[] key, long hash, long maxTag) {
    this.view = view;
    this.key = key;
    this.hash = hash;
    this.maxTag = maxTag;
    this.prefix = EntryOrder.prefix(key, 0, key.length);
  }

  /** How a read of a key as of a sequence number finds its answer; counted like that read. */
  public static GetExplanation explain(
      ReadView view, byte[] key, long hash, long sequence, ReadCounters counters)
      throws IOException {
    GetExplainer explainer = new GetExplainer(view, key, hash, EntryKind.readTag(sequence));
    if (!explainer.askMemTables()) {
      explainer.askTables();
    }
    GetExplanation way = new GetExplanation(explainer.steps);
    counters.add(way.filtersAsked(), way.filtersAbsent(), way.falsePositives());
    return way;
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
    boolean isThere = table.get(key, 0, key.length, hash, maxTag, found);
    return note(name, isThere ? Answer.FOUND : Answer.NOT_FOUND, false, null);
  }

  private void askTables() throws IOException {
    Version version = view.version();
    for (Table table : version.level(0).tables()) {
      if (ask(0, table)) {
        return;
      }
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      if (ask(level, version.level(level))) {
        return;
      }
    }
  }

  private boolean ask(int number, Level level) throws IOException {
    if (level.size() == 0) {
      return false;
    }
    int index = level.find(prefix, key);
    if (index == level.size()) {
      return note("L" + number, Answer.OUT_OF_RANGE, false, null);
    }
    return ask(number, level.table(index));
  }

  private boolean ask(int level, Table table) throws IOException {
    String name = "L" + level + " " + FileNames.table(table.meta().number());
    if (!table.covers(prefix, key)) {
      return note(name, Answer.OUT_OF_RANGE, false, null);
    }
    if (!table.reader().mayContain(hash)) {
      return note(name, Answer.FILTERED, true, null);
    }
    Block block = block(table.reader());
    boolean isThere = table.reader().get(key, 0, key.length, maxTag, found);
    return note(name, isThere ? Answer.FOUND : Answer.NOT_FOUND, true, block);
  }

  /**
   * The block that the table will look into; null if the index shows that none can have the key.
   */
  private @Nullable Block block(TableReader reader) {
    int number = reader.blockFor(key, 0, key.length, maxTag);
    int count = reader.blockCount();
    return number == count ? null : new Block(number, count, reader.isResident(number));
  }

  /** Notes a step; whether it decides. */
  private boolean note(String source, Answer answer, boolean filterAsked, @Nullable Block block) {
    boolean decides = answer == Answer.FOUND;
    steps.add(new Step(source, answer, filterAsked, block, decides ? entry() : null));
    return decides;
  }

  private Entry entry() {
    boolean isDelete = EntryKind.kind(found.tag) == EntryKind.DELETE;
    return new Entry(isDelete, EntryKind.sequence(found.tag), isDelete ? 0 : found.valueLength);
  }
}
