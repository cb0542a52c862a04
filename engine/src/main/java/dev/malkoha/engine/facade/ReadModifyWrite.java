package dev.malkoha.engine.facade;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.store.Callbacks.Updating;
import dev.malkoha.engine.store.StoreWriter;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.TreeReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One atomic change of a key that depends on its value: the value is read, and the change is
 * written if nobody has written the key since; else all begins again. One that begins again was
 * overtaken by another one who has not: so some thread always gets on. Used once.
 *
 * <p>Between reading and writing it holds a sequence number and nothing else, however long the
 * operator takes: memtables come and go. Where some have become tables since, nobody knows whether
 * the key was written. Then it is read once more, and the same value stands for no change; so an
 * operator is never called again because of what happens to other keys.
 */
final class ReadModifyWrite {

  private final StoreWriter writer;
  private final Tree tree;
  private final byte[] key;
  private final Durability durability;

  ReadModifyWrite(StoreWriter writer, Tree tree, byte[] key, Durability durability) {
    this.writer = writer;
    this.tree = tree;
    this.key = key.clone();
    this.durability = durability;
  }

  /**
   * What is to be made of the key.
   *
   * @param value null to remove it
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares changes
  record Change(byte @Nullable [] value) {}

  /** Sets the value, or removes the key by null, if the value is the expected one; null: absent. */
  boolean compareAndSet(byte @Nullable [] expected, byte @Nullable [] value) throws IOException {
    Change change = new Change(value);
    return make(seen -> Arrays.equals(seen, expected) ? change : null) != null;
  }

  /** Sets the value to what an operator makes of it, or removes the key by null. */
  Change update(UnaryOperator<byte @Nullable []> operator) throws IOException {
    Change made =
        make(
            seen -> {
              byte @Nullable [] given = seen == null ? null : seen.clone();
              return new Change(Updating.call(tree, key, () -> operator.apply(given)));
            });
    return Objects.requireNonNull(made);
  }

  /**
   * Makes a change of the value that is there.
   *
   * @param decision which one, by that value, null if the key is absent; null to leave it
   * @return the change that was made; null if none was
   */
  private @Nullable Change make(Function<byte @Nullable [], @Nullable Change> decision)
      throws IOException {
    TreeReads.Seen seen = tree.reads().see(key);
    Change change = decision.apply(seen.value());
    while (change != null && !write(seen, change.value())) {
      tree.counts().add(Count.RETRIES, 1);
      TreeReads.Seen now = tree.reads().see(key);
      if (tree.isChanged(key, seen.sequence()) == Tree.Changed.YES
          || !Arrays.equals(now.value(), seen.value())) {
        tree.counts().add(Count.CONFLICTS, 1);
        change = decision.apply(now.value());
      }
      seen = now;
    }
    return change;
  }

  /** Writes unless the key was changed meanwhile; that absent is absent need not be written. */
  private boolean write(TreeReads.Seen seen, byte @Nullable [] value) throws IOException {
    if (value == null) {
      return seen.value() == null
          || writer.write(tree, seen, EntryKind.DELETE, key, Batch.NO_BYTES, durability);
    }
    Limits.checkValue(value);
    return writer.write(tree, seen, EntryKind.PUT, key, value, durability);
  }
}
