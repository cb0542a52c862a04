package dev.malkoha.tools.inspect;

import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.range.RangeTombstones;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.sstable.DeletionVector;
import dev.malkoha.sstable.TableCursor;
import dev.malkoha.sstable.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A check of what holds between tables of a keyspace: an entry is dead only with everything older
 * of its key, in whichever table, or a range delete in force covers what is left; of a key's living
 * entries the newer ones lie where readers look first; and the manifest counts the dead as they
 * are.
 */
final class DeleteVerifier {

  private final KeyspaceState keyspace;
  private final TableSource source;
  private final RangeTombstones ranges;
  private final List<Source> sources = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private byte @Nullable [] key;
  private @Nullable Source diedIn;
  private @Nullable Source livesIn;
  private long livingTag;

  DeleteVerifier(KeyspaceState keyspace, TableSource source) {
    this.keyspace = keyspace;
    this.source = source;
    this.ranges = RangeTombstones.of(keyspace.ranges());
  }

  /** One table being merged. */
  private static final class Source {

    private final TableMeta meta;
    private final int run;
    private final TableReader reader;
    private final TableCursor cursor;
    private final @Nullable DeletionVector dead;
    private long deadTombstones;

    /** A table of a sorted run, which are counted as readers look into them. */
    Source(TableMeta meta, int run, TableReader reader) {
      this.meta = meta;
      this.run = run;
      this.reader = reader;
      this.cursor = reader.cursorOverAll(false);
      this.dead = reader.vector();
    }

    boolean isDead() {
      return dead != null && dead.isDead(cursor.ordinal());
    }

    static int compare(Source a, Source b) {
      return a.cursor.compareEntry(b.cursor);
    }
  }

  /** What is wrong, one sentence each. */
  List<String> run() throws IOException {
    try {
      open();
      merge();
      checkCounts();
      return problems;
    } finally {
      for (Source table : sources) {
        source.close(table.reader);
      }
    }
  }

  private void open() throws IOException {
    int run = 0;
    List<List<TableMeta>> levels = keyspace.levels();
    for (int level = 0; level < levels.size(); level++) {
      for (TableMeta meta : levels.get(level)) {
        TableReader reader = source.open(meta);
        sources.add(new Source(meta, run, source.living(meta, reader)));
        run += level == 0 ? 1 : 0;
      }
      run++;
    }
  }

  private void merge() throws IOException {
    PriorityQueue<Source> queue = new PriorityQueue<>(Source::compare);
    for (Source table : sources) {
      table.cursor.seekToFirst();
      if (table.cursor.valid()) {
        queue.add(table);
      }
    }
    while (!queue.isEmpty()) {
      Source table = queue.remove();
      check(table);
      table.cursor.next();
      if (table.cursor.valid()) {
        queue.add(table);
      }
    }
  }

  /** Entries come by key, each key's newest first. */
  private void check(Source table) {
    if (key == null || !table.cursor.isKey(key)) {
      key = table.cursor.copyKey();
      diedIn = null;
      livesIn = null;
    }
    if (table.isDead()) {
      diedIn = diedIn == null ? table : diedIn;
      if (Versions.isTombstone(table.cursor.tag())) {
        table.deadTombstones++;
      }
      return;
    }
    checkOrder(table);
    if (diedIn != null && !isCovered(table.cursor)) {
      note(table, "lives, though a newer one of its key is dead", diedIn);
    }
  }

  private void note(Source table, String problem, Source other) {
    problems.add(
        "entry %s of %s %s in %s"
            .formatted(
                table.cursor.ordinal(),
                FileNames.table(table.meta.number()),
                problem,
                FileNames.table(other.meta.number())));
  }

  private void checkOrder(Source table) {
    if (livesIn != null && table.run < livesIn.run && table.cursor.tag() != livingTag) {
      note(table, "is read before a newer one of its key", livesIn);
    }
    livesIn = table;
    livingTag = table.cursor.tag();
  }

  private boolean isCovered(TableCursor cursor) {
    int at = cursor.keyOffset();
    long range = ranges.covering(cursor.keyBuffer(), at, cursor.keyLength(), Long.MAX_VALUE);
    return Versions.isCovered(cursor.tag(), range);
  }

  private void checkCounts() {
    for (Source table : sources) {
      VectorRef vector = table.meta.vector();
      if (vector != null && vector.deadTombstones() != table.deadTombstones) {
        problems.add(
            "the manifest counts %s dead deletes in %s, where there are %s"
                .formatted(
                    vector.deadTombstones(),
                    FileNames.table(table.meta.number()),
                    table.deadTombstones));
      }
    }
  }
}
