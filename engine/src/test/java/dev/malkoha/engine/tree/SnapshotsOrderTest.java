package dev.malkoha.engine.tree;

import dev.malkoha.engine.Interleavings;
import dev.malkoha.engine.resource.StoreTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In every order of steps, opening, closing and listing of snapshots are as if one by one. */
@Tag("hunt")
public final class SnapshotsOrderTest {

  private final Snapshots snapshots = new Snapshots(1, new StoreTime(() -> 0, 0));
  private final Object commitLock = new Object();

  /** Publishes a write. */
  @Operation
  public long publish() {
    synchronized (commitLock) {
      snapshots.publish(snapshots.newest() + 1);
      return snapshots.newest();
    }
  }

  /** Opens a snapshot of the newest write. */
  @Operation
  public long open() {
    return snapshots.open().sequence();
  }

  /** Closes a snapshot of a write, if one is open. */
  @Operation
  public void close(@Param(gen = IntGen.class, conf = "1:3") int sequence) {
    snapshots.close(new Moment(sequence, 0));
  }

  /** What compactions must keep. */
  @Operation
  public List<Long> sequences() {
    return LongStream.of(snapshots.sequences()).boxed().toList();
  }

  @Test
  void snapshotsAreOpenedClosedAndListedOneByOne() {
    Interleavings.check(SnapshotsOrderTest.class, OneByOne.class);
  }

  /** The same in one thread. */
  public static final class OneByOne {

    private final List<Long> open = new ArrayList<>();
    private long newest = 1;

    /** As {@link SnapshotsOrderTest#publish}. */
    public long publish() {
      return ++newest;
    }

    /** As {@link SnapshotsOrderTest#open}. */
    public long open() {
      open.add(newest);
      return newest;
    }

    /** As {@link SnapshotsOrderTest#close}. */
    public void close(int sequence) {
      open.remove(Long.valueOf(sequence));
    }

    /** As {@link SnapshotsOrderTest#sequences}. */
    public List<Long> sequences() {
      return open.stream().distinct().sorted().toList();
    }
  }
}
