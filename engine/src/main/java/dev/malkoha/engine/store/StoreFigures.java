package dev.malkoha.engine.store;

import dev.malkoha.engine.read.ReadCounters;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.version.Level;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.Version;
import dev.malkoha.engine.write.CommitPipeline;
import dev.malkoha.engine.write.WriteThrottle;
import java.util.List;

/** What a store counts and holds, taken at one moment. */
@SuppressWarnings("ArrayRecordComponent") // made for one caller, who owns the arrays
public record StoreFigures(
    long blockReads,
    long blockCacheHits,
    long blockCacheBytes,
    long filterProbes,
    long filterNegatives,
    long filterFalsePositives,
    long filterBytes,
    long filterKeys,
    long bytesWritten,
    long bytesFlushed,
    long bytesCompacted,
    long writersPausedNanos,
    long memTableBytes,
    long entries,
    long tombstones,
    int[] tablesPerLevel,
    long[] bytesPerLevel,
    long rangeDeletes) {

  static StoreFigures of(
      StoreParts parts,
      ReadView view,
      CommitPipeline pipeline,
      ReadCounters reads,
      WriteThrottle throttle) {
    Version version = view.version();
    List<Table> tables = version.tables();
    return new StoreFigures(
        parts.cache().blockReads(),
        parts.cache().cacheHits(),
        parts.cache().usedBytes(),
        reads.probes(),
        reads.negatives(),
        reads.falsePositives(),
        tables.stream().mapToLong(table -> table.reader().filter().sizeBytes()).sum(),
        tables.stream().mapToLong(table -> table.reader().filter().keys()).sum(),
        pipeline.bytesWritten(),
        parts.jobs().bytesFlushed(),
        parts.jobs().bytesCompacted(),
        throttle.pausedNanos(),
        view.active().memoryUsed(),
        tables.stream().mapToLong(table -> table.meta().entries()).sum(),
        tables.stream().mapToLong(table -> table.meta().tombstones()).sum(),
        tablesPerLevel(version),
        bytesPerLevel(version),
        view.rangeDeletes());
  }

  private static int[] tablesPerLevel(Version version) {
    int[] tables = new int[Version.LEVELS];
    for (int level = 0; level < tables.length; level++) {
      tables[level] = version.level(level).size();
    }
    return tables;
  }

  private static long[] bytesPerLevel(Version version) {
    long[] bytes = new long[Version.LEVELS];
    for (int i = 0; i < bytes.length; i++) {
      Level level = version.level(i);
      bytes[i] = level.bytes();
    }
    return bytes;
  }
}
