package dev.malkoha.engine.compaction;

import dev.malkoha.engine.resource.HeapUse;
import dev.malkoha.engine.resource.TableResources;
import dev.malkoha.sstable.BlockCache;
import java.io.IOException;

/** A test of threads: all of it where one table is finished while the next is written. */
final class MergeJobOnThreadsTest extends MergeJobTest {

  MergeJobOnThreadsTest() throws IOException {}

  @Override
  TableResources resources() {
    return new TableResources(new BlockCache(0), true, new HeapUse(() -> 0, Long.MAX_VALUE));
  }
}
