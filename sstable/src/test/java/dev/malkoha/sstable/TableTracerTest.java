package dev.malkoha.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.sstable.TableTrace.Outcome;
import dev.malkoha.sstable.TableTrace.Source;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A look into a table, traced: what is told is what {@link TableReader#get} does. */
class TableTracerTest {

  private static final long SEED = Trials.seed();
  private static final String REPLAY = Trials.replay(TableTracerTest.class);

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);

  @Test
  void agreesWithGetAndWithTheCounters() throws IOException {
    for (EntrySets kind : EntrySets.values()) {
      for (long cacheBytes : new long[] {0, 32 << 10}) {
        List<Entry> entries = List.copyOf(kind.make(SEED));
        Tables tables = new Tables();
        TableOptions options = Tables.options(TableOptions.MIN_BLOCK_BYTES, Codecs.NONE);
        String name = tables.build(kind.make(SEED), options);
        BlockCache cache = new BlockCache(cacheBytes);
        try (TableReader table = tables.open(name, cache)) {
          check(table, entries, cache);
          check(table.with(someDead(entries.size()), table.filter()), entries, cache);
        }
      }
    }
    assertEquals(EnumSet.allOf(Outcome.class), outcomes);
  }

  /** Runs long enough to kill whole blocks, and single entries. */
  private DeletionVector someDead(int entries) {
    DeletionVector.Builder builder = DeletionVector.none(entries).builder();
    for (int i = 0; i < entries; i++) {
      if (i % 200 < 100 || random.nextInt(4) == 0) {
        builder.add(i);
      }
    }
    return builder.build();
  }

  private void check(TableReader table, List<Entry> entries, BlockCache cache) throws IOException {
    for (int i = 0; i < 2000; i++) {
      byte[] key = entries.isEmpty() ? new byte[3] : anyOf(entries).key();
      long maxTag = random.nextInt(3) == 0 ? anyTag(entries) : -1;
      long reads = cache.blockReads();
      long hits = cache.cacheHits();
      long skipped = cache.deadBlocksSkipped();
      TableTrace trace = table.trace(key, 0, key.length, maxTag);
      outcomes.add(trace.outcome());
      boolean looked = trace.outcome() != Outcome.NO_BLOCK && trace.outcome() != Outcome.DEAD_BLOCK;
      String context = trace + " " + REPLAY;
      assertEquals(
          looked && trace.source() == Source.FILE ? 1 : 0, cache.blockReads() - reads, context);
      assertEquals(
          looked && trace.source() == Source.CACHE ? 1 : 0, cache.cacheHits() - hits, context);
      boolean isDeadBlock = trace.outcome() == Outcome.DEAD_BLOCK;
      assertEquals(isDeadBlock ? 1 : 0, cache.deadBlocksSkipped() - skipped, context);
      boolean bitMatters = table.vector() != null && isEntryOrDeadBlock(trace);
      assertEquals(bitMatters ? 1 : 0, trace.bitsChecked(), context);
      assertTrue(trace.block() <= trace.blocks(), context);
      checkAgainstGet(table, key, maxTag, trace, context);
    }
  }

  private static boolean isEntryOrDeadBlock(TableTrace trace) {
    return trace.outcome() != Outcome.NO_BLOCK && trace.outcome() != Outcome.NO_ENTRY;
  }

  private static void checkAgainstGet(
      TableReader table, byte[] key, long maxTag, TableTrace trace, String context)
      throws IOException {
    Lookup found = new Lookup();
    boolean isThere = table.get(key, 0, key.length, maxTag, found);
    assertEquals(isThere, trace.outcome() == Outcome.FOUND, context);
    if (isThere) {
      assertEquals(found.tag, trace.tag(), context);
      assertEquals(found.valueLength, trace.value().length, context);
    }
  }

  private Entry anyOf(List<Entry> entries) {
    return entries.get(random.nextInt(entries.size()));
  }

  private long anyTag(List<Entry> entries) {
    return entries.isEmpty() ? 0 : anyOf(entries).tag() + random.nextInt(3) - 1;
  }
}
