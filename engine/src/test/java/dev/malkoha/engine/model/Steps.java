package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Change.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Operations on numbered keys, put together by hand. No value is written twice. */
final class Steps {

  private static final int VALUE_BYTES = 120;

  private final List<Op> operations = new ArrayList<>();
  private int keys = 24;
  private long values;

  Steps() {}

  /** Steps on the same keys as others. */
  Steps(Steps others) {
    values = Integer.MAX_VALUE;
    keys = others.keys;
  }

  List<Op> operations() {
    return operations;
  }

  /** All keys that were named. */
  List<Bytes> keys() {
    return IntStream.range(0, keys).mapToObj(Steps::key).toList();
  }

  static Bytes key(int number) {
    return Bytes.of("key" + (1000 + number));
  }

  /** Puts the first so many keys, which the steps that follow are about. */
  Steps load(int count) {
    keys = Math.max(keys, count);
    return put(i -> i < count);
  }

  /** Puts some keys, in one batch. */
  Steps put(IntPredicate which) {
    return write(which, key -> new Edit(key, Optional.of(Bytes.numbered(++values, VALUE_BYTES))));
  }

  /** Deletes some keys, in one batch, whether they are there or not. */
  Steps delete(IntPredicate which) {
    return write(which, key -> new Edit(key, Optional.empty()));
  }

  private Steps write(IntPredicate which, Function<Bytes, Edit> edit) {
    List<Edit> edits =
        IntStream.range(0, keys).filter(which).mapToObj(Steps::key).map(edit).toList();
    return add(new Op.Write(new Change(edits, Optional.empty())));
  }

  /** Deletes a range of keys. */
  Steps deleteRange(int from, int to) {
    Edit edit = Edit.deleteRange(key(from), key(to));
    return add(new Op.Write(new Change(List.of(edit), Optional.empty())));
  }

  Steps flush() {
    return add(Op.Upkeep.FLUSH);
  }

  Steps compact() {
    return add(Op.Upkeep.COMPACT);
  }

  /** From here on compactions and delete jobs wait. */
  Steps hold() {
    return add(Op.Holding.HOLD);
  }

  Steps add(Op operation) {
    operations.add(operation);
    return this;
  }
}
