package dev.malkoha.engine.jobs;

import module java.base;

import dev.malkoha.engine.base.Locked;
import dev.malkoha.engine.mark.HeldMarks;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Snapshots;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.wal.Log;
import org.jspecify.annotations.Nullable;

/**
 * The position from which on the log is needed. Each tree needs it from the first record that is in
 * none of its tables. Any thread that holds neither the commit lock nor a lock that comes after it.
 */
public final class LogNeeds {

  /** The memory of memtables that an opening fills from the log within some milliseconds. */
  private static final long REPLAYED_BYTES_MAX = 4 << 20;

  /** Two segments of the usual size. */
  private static final long FREED_BYTES_MIN = 16 << 20;

  private static final int TIMES_HELD = 4;

  /** A table costs as much as this at least, however little a memtable holds. */
  private static final long TABLE_BYTES = 64 << 10;

  private final Log log;
  private final Trees trees;
  private final Snapshots snapshots;
  private final ReentrantLock commitLock;
  private final HeldMarks marks;

  public LogNeeds(Log log, Shared shared, HeldMarks marks) {
    this.log = log;
    this.marks = marks;
    this.trees = shared.trees();
    this.snapshots = shared.snapshots();
    this.commitLock = shared.health().commitLock();
  }

  /**
   * The position from which on any tree needs the log once memtables are in tables that were frozen
   * at the same moment. The log keeps all marks that were made since.
   */
  MemTable.LogPlace without(SortedMap<Tree, FrozenMemTable> flushed) {
    MemTable.LogPlace floor = floor(tree -> tree.neededFrom(flushed.get(tree)));
    return marks.isOn() ? floor.orEarlier(flushed.firstEntry().getValue().end()) : floor;
  }

  /** The position from which on any tree needs the log once a tree has gone. */
  public MemTable.LogPlace without(Tree gone) {
    return floor(tree -> tree.equals(gone) ? null : tree.neededFrom(null));
  }

  /** The position from which on any tree needs the log. */
  public MemTable.LogPlace present() {
    return floor(tree -> tree.neededFrom(null));
  }

  /** Asks something while nothing is written and no memtable is frozen. */
  <T> T whileNobodyWrites(Supplier<T> question) {
    try (Locked _ = Locked.by(commitLock)) {
      return question.get();
    }
  }

  private MemTable.LogPlace floor(Function<Tree, MemTable.@Nullable LogPlace> needOf) {
    try (Locked _ = Locked.by(commitLock)) {
      MemTable.LogPlace floor = new MemTable.LogPlace(log.endPosition(), snapshots.newest());
      for (Tree tree : trees.all()) {
        MemTable.LogPlace need = needOf.apply(tree);
        floor = need == null ? floor : floor.orEarlier(need);
      }
      return floor;
    }
  }

  /**
   * The entries that tell an opening where the log begins, which is made durable there. A mark
   * before that is named, as the log forgets it.
   */
  public List<EditEntry> edit(MemTable.LogPlace floor) throws IOException {
    return edit(floor, marks.settle());
  }

  /**
   * The same once memtables are tables that were frozen where the log ended. The newest mark of
   * then is durable by the edit: the log is not forced for it.
   */
  List<EditEntry> edit(MemTable.LogPlace floor, long logEnd) throws IOException {
    return edit(floor, marks.flushing(logEnd));
  }

  private List<EditEntry> edit(MemTable.LogPlace floor, List<EditEntry> mark) throws IOException {
    List<EditEntry> edit = new ArrayList<>(mark);
    edit.add(EditEntry.Kind.LOG_FLOOR.of(floor.position()));
    edit.add(EditEntry.Kind.LAST_SEQUENCE.of(floor.sequence()));
    edit.add(new EditEntry.LogMark(log.forceFloor(floor.position())));
    if (snapshots.time().isKnown()) { // records that tell the time may go
      edit.add(EditEntry.Kind.TIME.of(snapshots.time().getAsLong()));
    }
    return edit;
  }

  /** That edit is durable. */
  void flushed(long logEnd) {
    marks.flushed(logEnd);
  }

  /**
   * The trees that hold back more of the log than their options allow, or much more than their
   * memtables are worth.
   *
   * @param logBytesMax how much is kept for a tree at least
   */
  public List<Tree> holdingBack(long logBytesMax) {
    List<Need<Tree>> needs = new ArrayList<>();
    try (Locked _ = Locked.by(commitLock)) {
      for (Tree tree : trees.all()) {
        MemTable.LogPlace need = tree.neededFrom(null);
        if (need != null) {
          // A memtable that is filled by itself is not to be flushed before.
          long most = Math.max(logBytesMax, 2 * tree.options().memTableBytes());
          needs.add(new Need<>(tree, need.position(), held(tree), most));
        }
      }
    }
    return holders(needs, log.endPosition());
  }

  /** The trees whose memtables an opening would be long in filling again from the log. */
  public List<Tree> slowToReplay() {
    return trees.all().stream().filter(tree -> held(tree) > REPLAYED_BYTES_MAX).toList();
  }

  /** About how many bytes its memtables hold; without the commit lock. */
  private static long held(Tree tree) {
    return tree.view().memTables().stream().mapToLong(MemTable::memoryNeeded).sum();
  }

  /**
   * A memtable's need for the log.
   *
   * @param from the position from which on it needs the log
   * @param held the bytes that it holds
   * @param most the bytes of the log that it may hold back
   */
  record Need<T>(T tree, long from, long held, long most) {}

  /**
   * A pure question: which memtables are to be flushed as they hold back more of the log than they
   * are worth? Those that begin first in the log go together where that frees more than two
   * segments and more than four times what they hold. One that holds back more than its options
   * allow goes in any case.
   *
   * @param end where the log ends
   * @return the holders of those memtables, the first in the log first; empty if there are none
   */
  static <T> List<T> holders(List<Need<T>> needs, long end) {
    List<Need<T>> sorted = new ArrayList<>(needs);
    sorted.sort(Comparator.comparingLong(Need::from));
    int flushed = 0;
    long held = 0;
    for (int i = 0; i < sorted.size(); i++) {
      held += Math.max(sorted.get(i).held, TABLE_BYTES);
      long next = i + 1 < sorted.size() ? sorted.get(i + 1).from : end;
      long freed = next - sorted.get(flushed).from;
      if (freed > Math.max(FREED_BYTES_MIN, TIMES_HELD * held)) {
        flushed = i + 1;
        held = 0;
      }
    }
    boolean isTooMuch = !sorted.isEmpty() && end - sorted.getFirst().from > sorted.getFirst().most;
    int count = flushed == 0 && isTooMuch ? 1 : flushed;
    return sorted.subList(0, count).stream().map(Need::tree).toList();
  }
}
