package dev.malkoha.engine.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A batch tells what was added to it, in order. */
final class BatchVisitorTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Notes what it is told, in words. */
  private static final class Notes implements WriteBatch.Visitor {
    private final List<String> told = new ArrayList<>();

    private static String in(@Nullable Keyspace keyspace) {
      return keyspace == null ? "" : keyspace.name() + ": ";
    }

    @Override
    public void put(@Nullable Keyspace keyspace, byte[] key, byte[] value) {
      told.add(in(keyspace) + "put " + new String(key, UTF_8) + "=" + new String(value, UTF_8));
    }

    @Override
    public void delete(@Nullable Keyspace keyspace, byte[] key) {
      told.add(in(keyspace) + "delete " + new String(key, UTF_8));
    }

    @Override
    public void merge(@Nullable Keyspace keyspace, byte[] key, byte[] operand) {
      told.add(in(keyspace) + "merge " + new String(key, UTF_8) + "+" + new String(operand, UTF_8));
    }

    @Override
    public void deleteRange(@Nullable Keyspace keyspace, KeyRange range) {
      told.add(in(keyspace) + "range " + range);
    }
  }

  private static List<String> told(WriteBatch batch) {
    Notes notes = new Notes();
    batch.forEach(notes);
    return notes.told;
  }

  @Test
  void randomBatchesTellWhatWasAdded() {
    try (Db db = Stores.open(new SimulatedDisk(), DbOptions.defaults())) {
      List<@Nullable Keyspace> keyspaces = new ArrayList<>();
      keyspaces.add(null);
      keyspaces.add(db.keyspace("one"));
      keyspaces.add(db.keyspace("two"));
      WriteBatch batch = new WriteBatch();
      for (long seed = 1; seed <= 200; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        Notes expected = new Notes();
        for (int i = random.nextInt(40); i > 0; i--) {
          add(batch, keyspaces.get(random.nextInt(3)), random, expected);
        }
        assertEquals(expected.told, told(batch), "seed " + seed);
        assertEquals(expected.told, told(batch), "and again");
        batch.clear();
        assertEquals(List.of(), told(batch));
      }
    }
  }

  private static WriteBatch to(WriteBatch batch, @Nullable Keyspace keyspace) {
    return keyspace == null ? batch : batch.in(keyspace);
  }

  private static void add(
      WriteBatch batch, @Nullable Keyspace keyspace, SplittableRandom random, Notes expected) {
    byte[] key = bytes("k" + random.nextInt(1_000));
    byte[] more = bytes("l".repeat(random.nextInt(300)) + random.nextInt(1_000));
    switch (random.nextInt(4)) {
      case 0 -> {
        expected.put(keyspace, key, more);
        to(batch, keyspace).put(key, more);
      }
      case 1 -> {
        expected.delete(keyspace, key);
        to(batch, keyspace).delete(key);
      }
      case 2 -> {
        byte[] to = bytes("m" + new String(more, UTF_8));
        expected.deleteRange(keyspace, KeyRange.between(key, to));
        to(batch, keyspace).deleteRange(key, to);
      }
      default -> {
        expected.deleteRange(keyspace, KeyRange.atLeast(key));
        to(batch, keyspace).deleteRange(KeyRange.atLeast(key));
      }
    }
  }

  @Test
  void aRangeWithoutAnEndIsOneShortOperation() {
    WriteBatch batch = new WriteBatch().deleteRange(KeyRange.all());
    assertEquals(List.of("range " + KeyRange.all()), told(batch));
    assertEquals(1, batch.count());
    assertEquals(new WriteBatch().sizeBytes() + 3, batch.sizeBytes());
  }

  /** An empty end that somebody gives is a key like any other: nothing lies below it. */
  @Test
  void aRangeThatEndsAtTheEmptyKeyIsEmpty() {
    WriteBatch batch = new WriteBatch().deleteRange(bytes("a"), bytes(""));
    batch.deleteRange(KeyRange.between(bytes(""), bytes("")));
    assertEquals(0, batch.count());
  }
}
