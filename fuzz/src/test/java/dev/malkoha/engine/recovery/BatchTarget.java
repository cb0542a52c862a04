package dev.malkoha.engine.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.ManifestState;
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
  private static final KeyspaceOptions OPTIONS =
      KeyspaceOptions.builder().memTableBytes(4096).build();

  private BatchTarget() {}

  /** Batches of all kinds of operations. */
  public static Stream<byte[]> seeds() {
    Batch mixed = new Batch();
    mixed.add(0, Batch.PUT, bytes(3), bytes(200));
    mixed.add(1, Batch.DELETE, bytes(5), Batch.NO_BYTES);
    mixed.add(1, Batch.DELETE_RANGE, new byte[] {1}, new byte[] {1, 0});
    mixed.add(300, Batch.PUT, new byte[0], new byte[0]);
    Batch large = new Batch();
    large.add(0, Batch.PUT, bytes(65_535), bytes(3));
    return Stream.of(stamped(new Batch()), stamped(mixed), stamped(large));
  }

  private static byte[] stamped(Batch writer) {
    writer.stamp(7);
    return Arrays.copyOf(writer.bytes(), writer.length());
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) length);
    return bytes;
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Batch copy = new Batch();
    boolean reads =
        Limits.keeps(data.length, MalformedBytesException.class, () -> copy(data, copy));
    if (reads) {
      Batch again = new Batch();
      copy(copy.bytes(), copy.length(), again);
      assertEquals(
          Arrays.hashCode(Arrays.copyOf(copy.bytes(), copy.length())),
          Arrays.hashCode(Arrays.copyOf(again.bytes(), again.length())));
    }
    boolean replays = Limits.keeps(data.length, DbException.class, () -> replay(data));
    assertFalse(replays && !reads, "what is no batch is replayed");
  }

  private static void copy(byte[] batch, Batch to) {
    copy(batch, batch.length, to);
  }

  private static void copy(byte[] batch, int length, Batch to) {
    to.clear();
    for (Batch.Reader at = new Batch.Reader(batch, 0, length); at.next(); ) {
      to.add(at.keyspace, at.kind, at.key(), at.value());
    }
    to.stamp(Batch.firstSequence(batch, 0, length));
  }

  private static void replay(byte[] batch) {
    long before =
        batch.length < Batch.HEADER_BYTES ? 0 : Batch.firstSequence(batch, 0, batch.length) - 1;
    ManifestState manifest = new ManifestState();
    manifest.apply(
        List.of(
            EditEntry.Kind.LAST_SEQUENCE.of(before),
            new EditEntry.Keyspace(new KeyspaceId(1, "one"), ""),
            EditEntry.Kind.NEXT_KEYSPACE.of(1_000)));
    LogReplay replay = new LogReplay(manifest, HASHER, _ -> OPTIONS, Path.of("store"));
    replay.record(0, batch, 0, batch.length);
    assertEquals(before + Batch.count(batch, 0, batch.length), replay.lastSequence());
  }
}
