package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.engine.history.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random history over 1 to 8 keyspaces: one that was made for a single keyspace, spread over
 * them, with keyspaces made, given other options and dropped in between. It depends on its seed
 * alone.
 */
final class KeyspaceHistory {

  private static final int KEYSPACES_MAX = 8;

  /** How many operations there are for one that is about a keyspace as a whole. */
  private static final int OPERATIONS_FOR_ONE = 15;

  private final SplittableRandom random;
  private final Spread spread;
  private final List<Op> operations = new ArrayList<>();
  private final List<Bytes> keys;

  KeyspaceHistory(long seed, int length, CollidingKeys collisions) {
    random = new SplittableRandom(seed);
    spread = new Spread(random, Spread.names(1 + random.nextInt(KEYSPACES_MAX)));
    spread.names().stream().skip(1).forEach(name -> operations.add(set(name)));
    if (random.nextInt(3) == 0) {
      DeleteHistory deletes = new DeleteHistory(seed, length, collisions);
      keys = deletes.keys();
      deletes.operations().forEach(this::add);
    } else {
      History mixed = new History(seed, length);
      keys = mixed.keys();
      mixed.operations().forEach(this::add);
    }
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys;
  }

  private void add(Op one) {
    if (spread.names().size() > 1 && random.nextInt(OPERATIONS_FOR_ONE) == 0) {
      operations.add(ofKeyspace());
    }
    operations.add(spread(one));
  }

  private Op set(String name) {
    return new Op.SetKeyspace(name, places());
  }

  private int places() {
    return random.nextInt(OptionSet.ALL.size());
  }

  /** One that is dropped is often made again at once. */
  private Op ofKeyspace() {
    String name = spread.anyNamed();
    return switch (random.nextInt(8)) {
      case 0 -> new Op.ReopenNaming(name, places());
      case 1, 2 -> new Op.DropKeyspace(name);
      case 3 -> {
        operations.add(new Op.DropKeyspace(name));
        yield set(name);
      }
      case 4 -> {
        Op drop = new Op.DropKeyspace(name);
        yield new Op.In(name, new Op.Flush(random.nextInt(6), List.of(drop)));
      }
      default -> set(name);
    };
  }

  private Op spread(Op one) {
    return switch (one) {
      case Op.Write(var change) -> new Op.Write(spread.spread(change));
      case Op.PowerCut(var sync, var how, long seed) ->
          new Op.PowerCut(spread.inOne(sync), how, seed);
      case Op.RunHeld(var work, var when, int calls, var meanwhile) ->
          new Op.RunHeld(work, when, calls, meanwhile.stream().map(this::meanwhile).toList());
      case Op.Get _, Op.Scan _, Op.OpenCursor _ -> new Op.In(spread.any(), one);
      case Op.Upkeep _ -> random.nextBoolean() ? one : new Op.In(spread.any(), one);
      default -> one;
    };
  }

  /** What happens in the middle of work is, now and then, that a keyspace goes. */
  private Op meanwhile(Op one) {
    boolean drops = spread.names().size() > 1 && random.nextInt(8) == 0;
    return drops ? new Op.DropKeyspace(spread.anyNamed()) : spread(one);
  }
}
