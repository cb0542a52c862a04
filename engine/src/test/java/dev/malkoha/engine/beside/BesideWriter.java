package dev.malkoha.engine.beside;

import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.Disk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes a random history to a store: batches over its keyspaces, range deletes, keyspaces that
 * come and go, flushes, compactions, delete jobs, and openings, which begin another manifest.
 */
public final class BesideWriter {

  private static final int KEYS = 25;
  private static final int KEYSPACES_MAX = 4;
  private static final int NAMES = 6;

  /** Holds the sequence number of the last write. */
  private static final Bytes MARK = Bytes.of("mark");

  private final Disk disk;
  private final DbOptions options;
  private final Chronicle chronicle;
  private final SplittableRandom random;

  /** One in so many steps ingests; 0 if none does. */
  private final int ingestOneIn;

  private Db db;
  private long sequence;
  private boolean mayReopen = true;

  /** Opens the store, which is empty. What is done to it goes into the chronicle. */
  public BesideWriter(Disk disk, DbOptions options, Chronicle chronicle, SplittableRandom random) {
    this(disk, options, chronicle, random, 0);
  }

  BesideWriter(
      Disk disk, DbOptions options, Chronicle chronicle, SplittableRandom random, int ingestOneIn) {
    this.ingestOneIn = ingestOneIn;
    this.disk = disk;
    this.options = options;
    this.chronicle = chronicle;
    this.random = random;
    this.db = open();
  }

  void run(int steps) {
    go(steps);
    close();
  }

  /** Takes some steps. */
  public void go(int steps) {
    for (int i = 0; i < steps; i++) {
      step();
    }
  }

  /** Takes a checkpoint. Until that is done no step of this writer opens the store anew. */
  public Checkpoint checkpoint(Path to) {
    mayReopen = false;
    try {
      return db.checkpoint(to);
    } finally {
      mayReopen = true;
    }
  }

  /** Closes the store. */
  public void close() {
    db.close();
  }

  /** The sequence number of the last write that a content holds; 0 if there was none. */
  public static long sequence(Chronicle.Content content) {
    Bytes mark = content.get("default").get(MARK);
    return mark == null
        ? 0
        : ByteBuffer.wrap(mark.array()).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private void step() {
    if (ingestOneIn > 0 && random.nextInt(ingestOneIn) == 0) {
      ingest();
      return;
    }
    switch (random.nextInt(32)) {
      case 0, 1, 2 -> db.flush();
      case 3 -> db.compact();
      case 4 -> db.awaitIdle();
      case 5 -> flushOne();
      case 6, 7 -> create();
      case 8 -> drop();
      case 9 -> reopen();
      default -> write();
    }
  }

  private void flushOne() {
    db.keyspace(anyName()).flush();
  }

  private String anyName() {
    List<String> names = new ArrayList<>(chronicle.last().keySet());
    return names.get(random.nextInt(names.size()));
  }

  private void create() {
    String name = "k" + random.nextInt(NAMES);
    if (!chronicle.last().containsKey(name) && chronicle.last().size() < KEYSPACES_MAX) {
      chronicle.step(content -> content.put(name, new TreeMap<>()), () -> db.keyspace(name));
    }
  }

  private void drop() {
    String name = anyName();
    if (!name.equals("default")) {
      chronicle.step(content -> content.remove(name), () -> db.dropKeyspace(name));
    }
  }

  private void reopen() {
    if (mayReopen) {
      db.close();
      db = open();
    }
  }

  private Db open() {
    while (true) {
      try {
        return Stores.open(disk, options);
      } catch (DbLockedException e) {
        // a check has come first, and goes on meanwhile
      }
    }
  }

  /** Each write leaves its sequence number behind, so that no two moments are alike. */
  private void write() {
    WriteBatch batch = new WriteBatch();
    Chronicle.Content next = chronicle.last().copy();
    int operations = 1 + random.nextInt(5);
    for (int i = 0; i < operations; i++) {
      add(batch, next, anyName());
    }
    sequence += batch.count() + 1;
    Bytes mark = Bytes.numbered(sequence, 9);
    batch.put(MARK.array(), mark.array());
    next.get("default").put(MARK, mark);
    chronicle.step(content -> content.putAll(next), () -> db.write(batch));
  }

  /** Some keys in one keyspace, and the sequence number. */
  private void ingest() {
    String name = anyName();
    TreeMap<Bytes, Bytes> entries = new TreeMap<>();
    entries.put(MARK, Bytes.numbered(++sequence, 9));
    int count = random.nextInt(12);
    for (int i = 0; i < count; i++) {
      entries.put(key(), Bytes.numbered(sequence, 9 + random.nextInt(400)));
    }
    Stream<Map.Entry<byte[], byte[]>> input =
        entries.entrySet().stream()
            .map(entry -> Map.entry(entry.getKey().array(), entry.getValue().array()));
    chronicle.step(
        content -> content.get(name).putAll(entries),
        () -> db.keyspace(name).ingest(input.iterator(), IngestOptions.ofMemory(4096)));
  }

  private void add(WriteBatch batch, Chronicle.Content next, String name) {
    Bytes key = key();
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        batch.in(db.keyspace(name)).delete(key.array());
        next.get(name).remove(key);
      }
      case 2 -> {
        Bytes to = Bytes.of("key2");
        if (key.compareTo(to) < 0 && random.nextInt(3) == 0) {
          batch.in(db.keyspace(name)).deleteRange(key.array(), to.array());
          next.get(name).subMap(key, to).clear();
        }
      }
      default -> {
        Bytes value = Bytes.numbered(sequence + batch.count(), 9 + random.nextInt(400));
        batch.in(db.keyspace(name)).put(key.array(), value.array());
        next.get(name).put(key, value);
      }
    }
  }

  private Bytes key() {
    return Bytes.of("key" + random.nextInt(KEYS));
  }
}
