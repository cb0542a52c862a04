package dev.malkoha.engine.model;

import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.CollidingKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random history over several keyspaces in which some writes are ingestions: of few keys or many,
 * sorted or not, some keys twice, also in the middle of compactions and delete jobs. It depends on
 * its seed alone.
 */
final class IngestHistory {

  private static final int INGEST_ONE_IN = 6;
  private static final int ENTRIES_MAX = 60;
  private static final int[] VALUE_BYTES = {1, 20, 100, 300};

  private final SplittableRandom random;
  private final List<Bytes> keys;
  private final List<Op> operations;

  /** Values of ingestions are numbered from here on, those of writes from 1 on. */
  private long number = 1L << 40;

  IngestHistory(long seed, int length, CollidingKeys collisions) {
    random = new SplittableRandom(~seed);
    KeyspaceHistory mixed = new KeyspaceHistory(seed, length, collisions);
    keys = mixed.keys();
    operations = mixed.operations().stream().map(this::withIngestions).toList();
  }

  List<Op> operations() {
    return operations;
  }

  List<Bytes> keys() {
    return keys;
  }

  private Op withIngestions(Op one) {
    return switch (one) {
      case Op.Write write -> random.nextInt(INGEST_ONE_IN) == 0 ? ingest(write) : write;
      case Op.RunHeld(var work, var when, int calls, var meanwhile) ->
          new Op.RunHeld(work, when, calls, withOne(meanwhile));
      default -> one;
    };
  }

  /** In the middle of work there is one more often. */
  private List<Op> withOne(List<Op> meanwhile) {
    List<Op> all = new ArrayList<>(meanwhile.stream().map(this::withIngestions).toList());
    if (random.nextBoolean()) {
      all.add(random.nextInt(all.size() + 1), ingestion());
    }
    return all;
  }

  /** In the keyspace that the write begins with. */
  private Op ingest(Op.Write write) {
    return write.change().edits().isEmpty()
        ? ingestion()
        : new Op.In(write.change().edits().getFirst().keyspace(), ingestion());
  }

  private Op ingestion() {
    int count = random.nextInt(random.nextBoolean() ? 6 : ENTRIES_MAX);
    int valueBytes = VALUE_BYTES[random.nextInt(VALUE_BYTES.length)];
    List<Map.Entry<Bytes, Bytes>> entries = new ArrayList<>();
    int from = random.nextInt(keys.size());
    boolean near = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      Bytes key =
          near ? keys.get((from + i / 2) % keys.size()) : keys.get(random.nextInt(keys.size()));
      entries.add(Map.entry(key, Bytes.numbered(++number, valueBytes)));
    }
    if (random.nextInt(3) == 0) {
      entries.sort(Map.Entry.comparingByKey());
    }
    return new Op.Ingest(entries, random.nextInt(5) == 0);
  }
}
