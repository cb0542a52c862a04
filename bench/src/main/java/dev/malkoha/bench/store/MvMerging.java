package dev.malkoha.bench.store;

import java.nio.ByteBuffer;
import java.util.function.BinaryOperator;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/** MVStore's changes of a value in its place in the tree: one walk, atomic. */
final class MvMerging implements Merging {

  private final MVMap<byte[], byte[]> map;
  private final Change change;

  MvMerging(MVMap<byte[], byte[]> map, MergeKind kind) {
    this.map = map;
    this.change = new Change(kind == MergeKind.SUM ? MvMerging::sum : MvMerging::joined);
  }

  @Override
  public void merge(byte[] key, byte[] operand) {
    map.operate(key.clone(), operand.clone(), change);
  }

  /** MVStore's changes are of any type of values: a byte array has no subtypes to declare. */
  private static final class Change extends MVMap.DecisionMaker<Object> {

    private final BinaryOperator<byte[]> merged;

    Change(BinaryOperator<byte[]> merged) {
      this.merged = merged;
    }

    @Override
    public MVMap.Decision decide(@Nullable Object existing, Object operand) {
      return MVMap.Decision.PUT;
    }

    @Override
    @SuppressWarnings("unchecked") // the map has byte arrays
    public <T> T selectValue(@Nullable T existing, T operand) {
      return existing == null ? operand : (T) merged.apply((byte[]) existing, (byte[]) operand);
    }
  }

  private static byte[] sum(byte[] value, byte[] operand) {
    long sum = ByteBuffer.wrap(value).getLong() + ByteBuffer.wrap(operand).getLong();
    return ByteBuffer.allocate(Long.BYTES).putLong(sum).array();
  }

  private static byte[] joined(byte[] value, byte[] operand) {
    return ByteBuffer.allocate(value.length + 1 + operand.length)
        .put(value)
        .put((byte) ',')
        .put(operand)
        .array();
  }
}
