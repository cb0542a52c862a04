package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.memtable.EntryKind;
import dev.malkoha.engine.write.BatchFormat;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.fuzz.Limits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A batch: it is walked, encoded anew, which gives the same operations, and replayed into a
 * memtable as a record of the log.
 */
public final class BatchTarget {

  private static final KeyHasher HASHER = new KeyHasher(1);

  private BatchTarget() {}

  /** Batches of all kinds of operations. */
  public static Stream<byte[]> seeds() {
    BatchFormat.Writer mixed = new BatchFormat.Writer();
    mixed.put(bytes(3), bytes(200));
    mixed.delete(bytes(5));
    mixed.deleteRange(new byte[] {1}, new byte[] {1, 0});
    mixed.put(new byte[0], new byte[0]);
    BatchFormat.Writer large = new BatchFormat.Writer();
    large.put(bytes(65_535), bytes(3));
    return Stream.of(stamped(new BatchFormat.Writer()), stamped(mixed), stamped(large));
  }

  private static byte[] stamped(BatchFormat.Writer writer) {
    writer.stamp(7);
    return Arrays.copyOf(writer.buffer(), writer.length());
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) length);
    return bytes;
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    BatchFormat.Writer copy = new BatchFormat.Writer();
    boolean reads =
        Limits.keeps(data.length, IllegalArgumentException.class, () -> copy(data, copy));
    if (reads) {
      BatchFormat.Writer again = new BatchFormat.Writer();
      copy(copy.buffer(), copy.length(), again);
      assertEquals(
          Arrays.hashCode(Arrays.copyOf(copy.buffer(), copy.length())),
          Arrays.hashCode(Arrays.copyOf(again.buffer(), again.length())));
    }
    boolean replays = Limits.keeps(data.length, DbException.class, () -> replay(data));
    assertFalse(replays && !reads, "what is no batch is replayed");
  }

  private static void copy(byte[] batch, BatchFormat.Writer to) {
    copy(batch, batch.length, to);
  }

  private static void copy(byte[] batch, int length, BatchFormat.Writer to) {
    to.clear();
    BatchFormat.visit(
        batch,
        0,
        length,
        (kind, bytes, keyAt, keyLength, valueAt, valueLength) -> {
          byte[] key = Arrays.copyOfRange(bytes, keyAt, keyAt + keyLength);
          byte[] value = Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength);
          switch (kind) {
            case EntryKind.PUT -> to.put(key, value);
            case EntryKind.DELETE_RANGE -> to.deleteRange(key, value);
            default -> to.delete(key);
          }
        });
    to.stamp(BatchFormat.firstSequence(batch, 0, length));
  }

  private static void replay(byte[] batch) {
    long before =
        batch.length < BatchFormat.HEADER_BYTES
            ? 0
            : BatchFormat.firstSequence(batch, 0, batch.length) - 1;
    LogReplay replay = new LogReplay(HASHER, 4096, before, Path.of("store"));
    replay.record(0, batch, 0, batch.length);
    assertEquals(before + BatchFormat.count(batch, 0, batch.length), replay.lastSequence());
  }
}
