package dev.malkoha.engine.base;

import dev.malkoha.codec.ByteReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the keyspaces of one store, in order, as their caller records them: encoded one
 * after the other, and beside that where those of another keyspace begin. What a keyspace is, only
 * the commit knows.
 *
 * <p>Not for use by several threads at once; one that copies it meanwhile has to check the copy.
 *
 * @param <K> what stands for a keyspace; null for the default one
 */
public final class Operations<K> {

  /** About what the log takes for the beginning of a run. */
  private static final int RUN_BYTES = 2;

  private final OperationBuffer encoded = new OperationBuffer(0, HeapShares.batchBytesMax());
  private int count;

  /** The keyspaces in the order of their first use, after the default one. */
  private final List<@Nullable K> keyspaces = new ArrayList<>();

  /** The bytes of operations of each keyspace. */
  private long[] bytesOf = new long[1];

  private int current;

  /** Where each run begins, and which keyspace it is of, in turns. */
  private int[] runs = {};

  private int runCount;

  /** Creates an empty list. */
  public Operations() {
    keyspaces.add(null);
  }

  /**
   * Adds an operation.
   *
   * @param kind as of {@link OperationBuffer}
   * @param value null for a delete
   * @throws IllegalArgumentException if it is too large, or a range that holds nothing
   */
  public void add(@Nullable K keyspace, byte kind, byte[] key, byte @Nullable [] value) {
    encoded.ensureRoom(OperationBuffer.bytesBound(key.length, value == null ? 0 : value.length));
    int before = encoded.length();
    try {
      encoded.append(kind, key, value);
    } catch (IllegalArgumentException e) {
      encoded.cutTo(before);
      throw e;
    }
    if (!Objects.equals(keyspaces.get(current), keyspace)) {
      beginRun(before, keyspace);
    }
    bytesOf[current] += encoded.length() - before;
    count++;
  }

  private void beginRun(int start, @Nullable K keyspace) {
    current = keyspaces.indexOf(keyspace);
    if (current < 0) {
      current = keyspaces.size();
      bytesOf = Arrays.copyOf(bytesOf, current + 1);
      keyspaces.add(keyspace);
    }
    if (2 * runCount == runs.length) {
      runs = Arrays.copyOf(runs, Math.max(4, 2 * runs.length));
    }
    runs[2 * runCount] = start;
    runs[2 * runCount + 1] = current;
    runCount++;
  }

  /**
   * Is told an operation.
   *
   * @param <K> what stands for a keyspace; null for the default one
   */
  public interface Consumer<K> {

    /**
     * Takes one.
     *
     * @param value empty for a delete
     */
    void accept(@Nullable K keyspace, byte kind, byte[] key, byte[] value);
  }

  /** Tells all operations, in order. */
  public void forEach(Consumer<? super K> consumer) {
    ByteReader reader = new ByteReader(encoded.bytes(), 0, encoded.length());
    int run = -1;
    while (reader.remaining() > 0) {
      int at = encoded.length() - reader.remaining();
      while (run + 1 < runCount && start(run + 1) <= at) {
        run++;
      }
      byte kind = (byte) reader.readByte();
      byte[] key = reader.readBytes();
      byte[] value = kind == OperationBuffer.DELETE ? new byte[0] : reader.readBytes();
      consumer.accept(run < 0 ? null : keyspaces.get(keyspace(run)), kind, key, value);
    }
  }

  /** The number of operations. */
  public int count() {
    return count;
  }

  /** The array with the encoded operations. */
  public byte[] bytes() {
    return encoded.bytes();
  }

  /** The bytes of the encoded operations. */
  public int length() {
    return encoded.length();
  }

  /** About the bytes that the log takes for them, without a header. */
  public long logBytes() {
    return encoded.length() + (long) RUN_BYTES * runCount;
  }

  /** The keyspaces that are named, the default one first; it is null. */
  public List<@Nullable K> keyspaces() {
    return keyspaces;
  }

  /** The bytes of operations of a keyspace, by its index. */
  public long bytesOf(int keyspace) {
    return bytesOf[keyspace];
  }

  /** How often the keyspace changes; before the first run operations are of the default one. */
  public int runs() {
    return runCount;
  }

  /** Where a run begins. */
  public int start(int run) {
    return runs[2 * run];
  }

  /** The index of a run's keyspace. */
  public int keyspace(int run) {
    return runs[2 * run + 1];
  }

  /** Removes all operations. */
  public void clear() {
    encoded.clear();
    count = 0;
    keyspaces.subList(1, keyspaces.size()).clear();
    bytesOf = new long[1];
    current = 0;
    runCount = 0;
  }
}
