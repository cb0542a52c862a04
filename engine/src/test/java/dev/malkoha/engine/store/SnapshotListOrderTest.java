package dev.malkoha.engine.store;

import dev.malkoha.engine.Interleavings;
import dev.malkoha.engine.range.DeadRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** In every order of steps, opening, closing and listing of snapshots are as if one by one. */
public final class SnapshotListOrderTest {

  private final SnapshotList snapshots = new SnapshotList();
  private final AtomicLong newest = new AtomicLong(1);

  /** Publishes a write. */
  @Operation
  public long publish() {
    return newest.incrementAndGet();
  }

  /** Opens a snapshot of the newest write. */
  @Operation
  public long open() {
    return snapshots.open(newest::get, () -> DeadRuns.NONE);
  }

  /** Closes a snapshot of a write, if one is open. */
  @Operation
  public void close(@Param(gen = IntGen.class, conf = "1:3") int sequence) {
    snapshots.close(sequence);
  }

  /** What compactions must keep. */
  @Operation
  public List<Long> sequences() {
    return LongStream.of(snapshots.sequences()).boxed().toList();
  }

  @Test
  void snapshotsAreOpenedClosedAndListedOneByOne() {
    Interleavings.check(SnapshotListOrderTest.class, OneByOne.class);
  }

  /** The same in one thread. */
  public static final class OneByOne {

    private final List<Long> open = new ArrayList<>();
    private long newest = 1;

    /** As {@link SnapshotListOrderTest#publish}. */
    public long publish() {
      return ++newest;
    }

    /** As {@link SnapshotListOrderTest#open}. */
    public long open() {
      open.add(newest);
      return newest;
    }

    /** As {@link SnapshotListOrderTest#close}. */
    public void close(int sequence) {
      open.remove(Long.valueOf(sequence));
    }

    /** As {@link SnapshotListOrderTest#sequences}. */
    public List<Long> sequences() {
      return open.stream().distinct().sorted().toList();
    }
  }
}
