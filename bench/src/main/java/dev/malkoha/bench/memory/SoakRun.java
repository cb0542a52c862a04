package dev.malkoha.bench.memory;

import dev.malkoha.engine.Db;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Threads that write and read at full speed until time is up, and what the heap held meanwhile. */
final class SoakRun {

  private static final int BLOCK_BYTES = 4_096;
  private static final int INDEX_BYTES = 40;

  private final SoakPlan plan;
  private final List<Db> stores;
  private final List<SoakThread> users = new ArrayList<>();
  private long liveHeapPeak;
  private long outsideHeapPeak;

  SoakRun(SoakPlan plan, List<Db> stores) {
    this.plan = plan;
    this.stores = stores;
  }

  /** Runs them all to their end. */
  SoakResult run(long boundBytes) throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(plan.threads());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.seconds());
    for (int number = 0; number < plan.threads(); number++) {
      SoakThread user = new SoakThread(plan, stores, number, end, ended);
      users.add(user);
      Thread.ofPlatform().name("soak-" + number).start(user);
    }
    while (!ended.await(1, TimeUnit.SECONDS)) {
      look();
    }
    users.forEach(SoakThread::rethrow);
    return result(boundBytes);
  }

  private void look() {
    liveHeapPeak = Math.max(liveHeapPeak, liveHeap());
    MemoryUsage outside = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
    outsideHeapPeak = Math.max(outsideHeapPeak, outside.getCommitted());
  }

  /** Bytes that the last collections left, over all parts of the heap. */
  private static long liveHeap() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      @Nullable MemoryUsage left = pool.getCollectionUsage();
      bytes += left == null ? 0 : left.getUsed();
    }
    return bytes;
  }

  private SoakResult result(long boundBytes) {
    long entryBytes = SoakThread.KEY_BYTES + SoakThread.VALUE_BYTES;
    long entries = stores.stream().mapToLong(store -> store.stats().entries()).sum();
    return new SoakResult(
        users.stream().mapToLong(SoakThread::operations).sum(),
        users.stream().mapToLong(SoakThread::wrong).sum(),
        SoakThread.writes(users),
        SoakThread.reads(users),
        stores.stream().mapToLong(store -> store.stats().tableBytes()).sum(),
        boundBytes,
        stores.stream().mapToLong(store -> store.stats().count("filter.size")).sum(),
        entries * entryBytes / BLOCK_BYTES * INDEX_BYTES,
        liveHeapPeak,
        outsideHeapPeak,
        ManagementFactory.getThreadMXBean().getPeakThreadCount());
  }
}
