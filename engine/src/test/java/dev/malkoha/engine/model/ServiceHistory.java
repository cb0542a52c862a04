package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change.Edit;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random history over several keyspaces with all that writes: plain writes, ingestions,
 * transactions, and reads that modify and write. It depends on its seed alone.
 */
final class ServiceHistory {

  private final SplittableRandom random;
  private final List<Op> operations;
  private final List<Bytes> keys;

  ServiceHistory(long seed, int length, CollidingKeys collisions) {
    random = new SplittableRandom(seed ^ 0x5E41CE);
    IngestHistory history = new IngestHistory(seed, length, collisions);
    keys = history.keys();
    operations = history.operations().stream().map(this::otherwise).toList();
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys;
  }

  private Op otherwise(Op one) {
    return switch (one) {
      case Op.Write write when !write.change().edits().isEmpty() -> otherwise(write);
      case Op.RunHeld(var work, var when, int calls, var meanwhile) ->
          new Op.RunHeld(work, when, calls, meanwhile.stream().map(this::otherwise).toList());
      default -> one;
    };
  }

  private Op otherwise(Op.Write write) {
    return switch (random.nextInt(4)) {
      case 0 -> new Op.Commit(write.change());
      case 1 -> modify(write.change().edits().getFirst());
      default -> write;
    };
  }

  private Op modify(Edit edit) {
    Op.Modify.Way[] ways = Op.Modify.Way.values();
    Bytes value = edit.value().orElseGet(() -> Bytes.numbered(random.nextLong(), 30));
    Op modify = new Op.Modify(ways[random.nextInt(ways.length)], edit.key(), value);
    return new Op.In(edit.keyspace(), modify);
  }
}
