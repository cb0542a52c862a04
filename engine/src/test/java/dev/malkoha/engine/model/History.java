package dev.malkoha.engine.model;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Changes;
import dev.malkoha.engine.history.Keys;
import dev.malkoha.engine.model.Op.Move;
import dev.malkoha.storage.sim.CrashState;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A random sequence of operations that depends on its seed alone. */
final class History {

  private static final int LARGE_BYTES = 100_000;
  private static final int HANDLES = 4;

  /** How many keys; enough for three levels or few enough for many versions. */
  private static final int[] KEYS = {5, 20, 60, 200, 1500};

  private final SplittableRandom random;
  private final Keys keys;
  private final Changes changes;
  private final List<Op> operations;

  /** Of a thousand operations so many are writes, and so many are of the rare, slow kinds. */
  private final int writes;

  private final int rare;

  History(long seed, int length) {
    random = new SplittableRandom(seed);
    keys = Keys.random(random, KEYS[random.nextInt(KEYS.length)]);
    changes = new Changes(random, keys, 400, LARGE_BYTES);
    writes = 300 + random.nextInt(500);
    rare = 5 + random.nextInt(30);
    operations = Stream.generate(this::next).limit(length).toList();
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys.all();
  }

  private Op next() {
    int choice = random.nextInt(1000);
    if (choice < rare) {
      return rare();
    }
    if (choice < rare + writes) {
      return new Op.Write(changes.next());
    }
    return random.nextInt(100) < 25 ? handle() : read();
  }

  private Op rare() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> Op.Upkeep.FLUSH;
      case 2 -> Op.Upkeep.COMPACT;
      case 3 -> Op.Upkeep.AWAIT_IDLE;
      case 4 -> new Op.Reopen(0);
      case 5 -> new Op.Reopen(random.nextInt(OptionSet.ALL.size()));
      case 6, 7 -> new Op.Kill();
      default -> powerCut();
    };
  }

  private Op powerCut() {
    Change sync = Change.put(keys.any(random), changes.value(), Durability.SYNC);
    CrashState how = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
    return new Op.PowerCut(sync, how, random.nextLong());
  }

  private Op handle() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> new Op.TakeSnapshot();
      case 2, 3 -> new Op.CloseSnapshot(random.nextInt(HANDLES));
      case 4 -> new Op.OpenCursor(range(), snapshot());
      default -> new Op.MoveCursor(random.nextInt(HANDLES), moves(), random.nextInt(4) == 0);
    };
  }

  private Op read() {
    return random.nextInt(4) > 0
        ? new Op.Get(keys.any(random), snapshot())
        : new Op.Scan(range(), snapshot(), moves());
  }

  private int snapshot() {
    return random.nextBoolean() ? -1 : random.nextInt(HANDLES);
  }

  private Range range() {
    Bytes key = keys.any(random);
    return switch (random.nextInt(5)) {
      case 0, 1 -> new Range.All();
      case 2 -> new Range.Prefix(key.head(random.nextInt(key.length() + 1)));
      case 3 -> new Range.Between(key, keys.any(random));
      default -> new Range.AtLeast(key);
    };
  }

  /** Some strides, each in one direction, with jumps between them. */
  private List<Move> moves() {
    return IntStream.range(0, random.nextInt(4) + 1)
        .boxed()
        .flatMap(stride -> Stream.concat(jump(), stride()))
        .toList();
  }

  private Stream<Move> jump() {
    return switch (random.nextInt(6)) {
      case 0 -> Stream.of(new Move(Move.Kind.FIRST, Optional.empty()));
      case 1 -> Stream.of(new Move(Move.Kind.LAST, Optional.empty()));
      case 2 -> Stream.of(seek(keys.any(random)));
      default -> Stream.empty();
    };
  }

  /** In one of both directions, as the key has it. */
  private static Move seek(Bytes key) {
    boolean isForward = key.hashCode() % 2 == 0;
    return new Move(isForward ? Move.Kind.SEEK : Move.Kind.SEEK_FOR_PREV, Optional.of(key));
  }

  private Stream<Move> stride() {
    Move.Kind kind = random.nextBoolean() ? Move.Kind.NEXT : Move.Kind.PREV;
    return Stream.generate(() -> new Move(kind, Optional.empty())).limit(random.nextInt(8));
  }
}
