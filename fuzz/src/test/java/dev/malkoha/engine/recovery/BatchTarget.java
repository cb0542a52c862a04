package dev.malkoha.engine.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.commit.BatchFormat;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.VersionEdit;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.fuzz.Limits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
    mixed.add(0, EntryKind.PUT, bytes(3), bytes(200));
    mixed.add(1, EntryKind.DELETE, bytes(5), BatchFormat.NO_BYTES);
    mixed.add(1, EntryKind.DELETE_RANGE, new byte[] {1}, new byte[] {1, 0});
    mixed.add(300, EntryKind.PUT, new byte[0], new byte[0]);
    BatchFormat.Writer large = new BatchFormat.Writer();
    large.add(0, EntryKind.PUT, bytes(65_535), bytes(3));
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
    BatchFormat.visit(batch, 0, length, new Copying(to));
    to.stamp(BatchFormat.firstSequence(batch, 0, length));
  }

  /** Adds what it is shown to a batch. */
  private static final class Copying implements BatchFormat.Visitor {

    private final BatchFormat.Writer to;
    private long keyspace;

    Copying(BatchFormat.Writer to) {
      this.to = to;
    }

    @Override
    public void keyspace(long number) {
      keyspace = number;
    }

    @Override
    public void operation(
        EntryKind kind, byte[] bytes, int keyAt, int keyLength, int valueAt, int valueLength) {
      byte[] key = Arrays.copyOfRange(bytes, keyAt, keyAt + keyLength);
      byte[] value = Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength);
      to.add(keyspace, kind, key, value);
    }
  }

  private static void replay(byte[] batch) {
    long before =
        batch.length < BatchFormat.HEADER_BYTES
            ? 0
            : BatchFormat.firstSequence(batch, 0, batch.length) - 1;
    ManifestState manifest = new ManifestState();
    manifest.apply(
        new VersionEdit(
            List.of(
                new EditEntry.LastSequence(before),
                new EditEntry.Keyspace(new KeyspaceId(1, "one"), ""),
                new EditEntry.NextKeyspace(1_000))));
    LogReplay replay = new LogReplay(manifest, HASHER, _ -> 4096, Path.of("store"));
    replay.record(0, batch, 0, batch.length);
    assertEquals(before + BatchFormat.count(batch, 0, batch.length), replay.lastSequence());
  }
}
