package dev.malkoha.engine.model;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.model.Op.Move;
import dev.malkoha.storage.sim.CrashState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A short random history that mostly deletes: what is there in several tables and levels, what was
 * deleted before, and keys that filters cannot tell apart; with snapshots opened and closed, and
 * delete jobs and compactions in the middle of each other. It depends on its seed alone.
 */
final class DeleteHistory {

  private static final int HANDLES = 3;
  private static final int[] KEYS = {4, 12, 40};
  private static final int DEEP_KEYS = 250;
  private static final int DEEP_VALUE_BYTES = 150;
  private static final int BATCH_EDITS = 50;

  /** Few delete jobs read tables more often. */
  private static final int READS_MAX = 8;

  private static final Changes.Mix MOSTLY_DELETES = new Changes.Mix(4, 1);

  private final SplittableRandom random;
  private final Keys keys;
  private final Changes changes;
  private final List<Op> operations = new ArrayList<>();

  DeleteHistory(long seed, int length, CollidingKeys collisions) {
    random = new SplittableRandom(seed);
    boolean deep = random.nextInt(10) == 0;
    int size = deep ? DEEP_KEYS : KEYS[random.nextInt(KEYS.length)];
    keys = Keys.colliding(random, size, random.nextInt(6), collisions);
    changes = new Changes(random, keys, Integer.MAX_VALUE, 1, MOSTLY_DELETES);
    if (random.nextBoolean()) {
      operations.add(Op.Holding.HOLD);
    }
    if (deep || random.nextInt(3) == 0) {
      fill(deep ? DEEP_VALUE_BYTES : 20);
    }
    Stream.generate(this::next).limit(length).forEach(operations::add);
  }

  /** A history over these keys. */
  DeleteHistory(long seed, int length, Keys keys) {
    random = new SplittableRandom(seed);
    this.keys = keys;
    changes = new Changes(random, keys, Integer.MAX_VALUE, 1, MOSTLY_DELETES);
    if (random.nextBoolean()) {
      operations.add(Op.Holding.HOLD);
    }
    if (random.nextInt(3) > 0) {
      fill(random.nextBoolean() ? DEEP_VALUE_BYTES : 20);
    }
    Stream.generate(this::next).limit(length).forEach(operations::add);
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys.all();
  }

  /** All keys, in batches, in any order; then perhaps everything in one level. */
  private void fill(int valueBytes) {
    List<Bytes> shuffled = new ArrayList<>(keys.all());
    Collections.shuffle(shuffled, new Random(random.nextLong()));
    for (int from = 0; from < shuffled.size(); from += BATCH_EDITS) {
      int to = Math.min(from + BATCH_EDITS, shuffled.size());
      operations.add(new Op.Write(batch(shuffled.subList(from, to), valueBytes)));
    }
    operations.add(random.nextInt(3) > 0 ? Op.Upkeep.COMPACT : Op.Upkeep.FLUSH);
  }

  private Change batch(List<Bytes> some, int valueBytes) {
    Stream<Edit> puts =
        some.stream()
            .map(
                key ->
                    new Edit(key, Optional.of(Bytes.numbered(changes.nextNumber(), valueBytes))));
    return new Change(puts.toList(), Optional.empty());
  }

  private Op next() {
    int choice = random.nextInt(100);
    if (choice < 50) {
      return new Op.Write(changes.next());
    }
    if (choice < 62) {
      return Op.Upkeep.FLUSH;
    }
    if (choice < 74) {
      return heldWork();
    }
    if (choice < 82) {
      return snapshotOp();
    }
    return choice < 95 ? read() : rare();
  }

  private Op heldWork() {
    boolean deletes = random.nextInt(3) > 0;
    int calls = random.nextInt(random.nextBoolean() ? 3 : 12);
    if (!deletes) {
      return new Op.RunHeld(Kind.COMPACTION, When.TABLE_WRITE, calls, meanwhile(Kind.DELETES));
    }
    return calls < READS_MAX
        ? new Op.RunHeld(Kind.DELETES, When.TABLE_READ, calls, meanwhile(Kind.COMPACTION))
        : new Op.RunHeld(
            Kind.DELETES, When.MARKS_WRITE, calls - READS_MAX, meanwhile(Kind.COMPACTION));
  }

  /** What happens in the middle of work; of other work nothing happens in the middle. */
  private List<Op> meanwhile(Kind otherWork) {
    int count = random.nextInt(5);
    return Stream.generate(() -> meanwhileOne(otherWork)).limit(count).toList();
  }

  private Op meanwhileOne(Kind otherWork) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> new Op.Write(changes.next());
      case 2, 3 -> Op.Upkeep.FLUSH;
      case 4 -> snapshotOp();
      default -> Op.RunHeld.whole(otherWork);
    };
  }

  private Op snapshotOp() {
    return random.nextInt(5) < 2
        ? new Op.TakeSnapshot()
        : new Op.CloseSnapshot(random.nextInt(HANDLES));
  }

  private Op read() {
    return switch (random.nextInt(8)) {
      case 0 -> new Op.OpenCursor(range(), snapshot());
      case 1, 2 -> new Op.MoveCursor(random.nextInt(HANDLES), moves(), random.nextInt(3) == 0);
      case 3, 4 -> new Op.Scan(range(), snapshot(), moves());
      default -> new Op.Get(keys.any(random), snapshot());
    };
  }

  private int snapshot() {
    return random.nextInt(HANDLES + 2) - 2;
  }

  private Range range() {
    return random.nextInt(3) == 0 ? new Range.AtLeast(keys.any(random)) : new Range.All();
  }

  private List<Move> moves() {
    Move.Kind kind = random.nextBoolean() ? Move.Kind.NEXT : Move.Kind.PREV;
    Move seek = new Move(Move.Kind.SEEK, Optional.of(keys.any(random)));
    Stream<Move> start = random.nextBoolean() ? Stream.of(seek) : Stream.empty();
    Stream<Move> stride =
        IntStream.range(0, random.nextInt(12)).mapToObj(i -> new Move(kind, Optional.empty()));
    return Stream.concat(start, stride).toList();
  }

  private Op rare() {
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> Op.Upkeep.COMPACT;
      case 3, 4 -> Op.Upkeep.AWAIT_IDLE;
      case 5, 6 -> Op.Holding.HOLD;
      case 7 -> Op.Holding.LET_GO;
      case 8, 9 -> new Op.Reopen(0);
      case 10 -> new Op.Reopen(random.nextInt(OptionSet.DELETES.size()));
      case 11, 12 -> new Op.Kill();
      default -> powerCut();
    };
  }

  private Op powerCut() {
    Change sync = Change.put(keys.any(random), changes.value(), Durability.SYNC);
    CrashState how = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
    return new Op.PowerCut(sync, how, random.nextLong());
  }
}
