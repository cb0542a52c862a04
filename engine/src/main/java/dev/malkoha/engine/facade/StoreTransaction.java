package dev.malkoha.engine.facade;

import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Transaction;
import dev.malkoha.engine.TransactionConflictException;
import dev.malkoha.engine.TransactionMap;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.observe.Count;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.transaction.Footprint;
import dev.malkoha.engine.transaction.Validation;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Pin;
import dev.malkoha.engine.tree.Tree;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** A transaction, and the reads and writes of the default keyspace in it. */
public final class StoreTransaction extends TransactionReads implements Transaction {

  private final StoreDb db;

  /** The moment that it reads at. */
  final Pin pin;

  private final Handles.Handle handle;

  /** Its reads and writes by the keyspaces' numbers, and those that were used. */
  private final Map<Long, TransactionReads> maps = new HashMap<>();

  private final List<TransactionReads> used = new ArrayList<>();

  private final List<StoreCursor> cursors = new ArrayList<>();
  private boolean serializable;

  /** Whether it was committed or rolled back. */
  boolean ended;

  /** Where others were in its way; the default keyspace's where that is not known. */
  private Counts conflicted;

  /** Creates a transaction at a moment that is held for it. */
  StoreTransaction(StoreDb db, Pin pin) {
    super(db.parts, db.tree, null);
    this.db = db;
    this.pin = pin;
    this.conflicted = db.tree.counts();
    this.handle = parts.handles().open(this, "transaction", pin::release);
    maps.put(tree.id().number(), this);
  }

  @Override
  public Transaction serializable() {
    checkOpen();
    if (!used.isEmpty()) {
      throw new IllegalStateException(
          "the transaction has read or written already: call serializable() first of all");
    }
    serializable = true;
    return this;
  }

  @Override
  public TransactionMap in(KeyValueMap other) {
    if (!(other instanceof StoreMap of) || of.store != store) {
      throw new IllegalArgumentException(
          "the keyspace belongs to another store: a transaction is in one store");
    }
    return maps.computeIfAbsent(
        of.tree.id().number(), _ -> new TransactionReads(parts, of.tree, this));
  }

  @Override
  public Transaction put(byte[] key, byte[] value) {
    super.put(key, value);
    return this;
  }

  @Override
  public Transaction delete(byte[] key) {
    super.delete(key);
    return this;
  }

  @Override
  public Transaction deleteRange(byte[] from, byte[] to) {
    super.deleteRange(from, to);
    return this;
  }

  /** Notes a cursor that the end closes; those that are closed already are forgotten. */
  void remember(StoreCursor cursor) {
    cursors.removeIf(StoreCursor::isClosed);
    cursors.add(cursor);
  }

  /** Notes that a map is read or written; returns whether what is read is to be noted. */
  boolean use(TransactionReads map) {
    used.add(map);
    return serializable;
  }

  void checkOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended: begin another one");
    }
    store.checkOpen();
  }

  /** Counts that it is done again, after a conflict. */
  void countRetry() {
    conflicted.add(Count.RETRIES, 1);
  }

  @Override
  public void commit() {
    commit(db.durability());
  }

  @Override
  public void commit(Durability durability) {
    Objects.requireNonNull(durability, "durability");
    checkOpen();
    try {
      if (used.stream().anyMatch(part -> !part.writes.isEmpty())) {
        write(durability);
      }
    } catch (IOException e) {
      throw Failures.of(e);
    } finally {
      rollback();
    }
  }

  private void write(Durability durability) throws IOException {
    Map<Tree, Long> bytes = new LinkedHashMap<>();
    Map<Tree, Footprint> footprints = new LinkedHashMap<>();
    for (TransactionReads part : used) {
      if (!part.writes.isEmpty()) {
        bytes.put(part.tree, part.writes.bytes());
      }
      Footprint footprint = part.footprint();
      if (!footprint.isEmpty()) {
        footprints.put(part.tree, footprint);
      }
    }
    try (Validation validation = new Validation(pin.sequence(), footprints)) {
      Consumer<Batch> encoding =
          batch -> used.forEach(part -> part.writes.addTo(batch, part.tree.id().number()));
      if (!store.writer().commit(bytes, encoding, validation, durability)) {
        conflicted = Objects.requireNonNull(validation.refutedBy()).counts();
        conflicted.add(Count.CONFLICTS, 1);
        throw new TransactionConflictException(
            "others, or this thread by writes of its own, have changed what the transaction %s since it began; nothing of it is written. Do it once more, as Db.inTransaction does"
                .formatted(serializable ? "has read or written" : "has written"));
      }
    }
  }

  @Override
  public void rollback() {
    try {
      if (!ended) {
        ended = true;
        maps.clear();
        used.clear();
        cursors.forEach(StoreCursor::close);
        cursors.clear();
        handle.close();
      }
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    rollback();
  }
}
