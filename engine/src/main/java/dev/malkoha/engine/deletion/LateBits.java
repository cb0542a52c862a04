package dev.malkoha.engine.deletion;

import dev.malkoha.engine.compaction.Compaction;
import dev.malkoha.engine.compaction.MergePlan;
import dev.malkoha.engine.compaction.MergeRule;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.read.MergingCursor;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.TableCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The entries of a compaction's inputs that died while it ran, found again in its outputs.
 *
 * <p>The compaction did not know of them and may have written them out, under another sequence
 * number. So for each of their keys its decisions are made a second time, by the same rule over the
 * same entries; what was kept then and is dead by now is marked in the output. (Lucene carries
 * deletes over a merge in the same way, by document instead of by key.)
 */
public final class LateBits {

  private final KeyHasher hasher;

  /** The outputs as one run; none if nothing was written. */
  private final List<SortedRun> outputs;

  private final TableCursors cursors = new TableCursors();
  private final Marks marks = new Marks();

  private LateBits(List<Table> outputs, KeyHasher hasher) {
    this.outputs = SortedRun.of(1, outputs);
    this.hasher = hasher;
  }

  /**
   * Finds them.
   *
   * @param plan the compaction's
   * @param now the newest version, which still holds the inputs
   * @param outputs in key order
   */
  public static Marks carry(MergePlan plan, Version now, List<Table> outputs, KeyHasher hasher)
      throws IOException {
    LateBits late = new LateBits(outputs, hasher);
    List<EntryCursor> died = died(plan.compaction(), now);
    if (!died.isEmpty()) {
      try (EntryCursor dead = MergingCursor.of(died);
          EntryCursor source = plan.source();
          late.cursors) {
        late.replay(dead, source, plan.rule());
      }
    }
    return late.marks;
  }

  /** Cursors over just those entries that were alive when the compaction began and are dead now. */
  private static List<EntryCursor> died(Compaction<Table> compaction, Version now) {
    List<Table> tables = now.tables();
    List<EntryCursor> cursors = new ArrayList<>();
    for (Table before : compaction.tables()) {
      tables.stream()
          .filter(after -> after.isSameFile(before) && after.deadEntries() > before.deadEntries())
          .forEach(after -> cursors.add(before.cursorOver(after.vectorOrNone())));
    }
    return cursors;
  }

  private void replay(EntryCursor dead, EntryCursor source, MergeRule rule) throws IOException {
    dead.seekToFirst();
    while (dead.valid()) {
      byte[] key = dead.copyKey();
      Set<Long> deadTags = new HashSet<>();
      for (; dead.isKey(key); dead.next()) {
        deadTags.add(dead.tag());
      }
      markInOutput(key, outputNumbers(key, deadTags, source, rule));
    }
  }

  /**
   * The sequence numbers under which the dead entries of a key were written, if they were. Their
   * values may have moved into value files, or back, and that is in the rest of a tag.
   */
  private static Set<Long> outputNumbers(
      byte[] key, Set<Long> deadTags, EntryCursor source, MergeRule rule) throws IOException {
    Set<Long> written = new HashSet<>();
    rule.startKey(EntryOrder.prefix(key, 0, key.length), key, key.length);
    source.seek(key, 0, key.length, -1L);
    for (; source.isKey(key); source.next()) {
      long tag = source.tag();
      if (rule.keep(tag) && deadTags.contains(tag)) {
        written.add(EntryKind.sequence(rule.outputTag(tag)));
      }
    }
    return written;
  }

  private void markInOutput(byte[] key, Set<Long> numbers) throws IOException {
    if (!numbers.isEmpty()) {
      SortedRun run = outputs.getFirst();
      Table output = run.table(run.find(EntryOrder.prefix(key, 0, key.length), key));
      long hash = hasher.hash(key, 0, key.length);
      TableCursor cursor = cursors.seek(output, key);
      marks.addKey(output, cursor, key, hash, tag -> numbers.contains(EntryKind.sequence(tag)));
      marks.notePrefix(output, key, cursors, hasher);
      marks.endKey();
    }
  }
}
