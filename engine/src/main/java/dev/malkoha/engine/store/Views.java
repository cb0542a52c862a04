package dev.malkoha.engine.store;

import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.read.ReadView;
import dev.malkoha.engine.read.ReadView.FrozenMemTable;
import dev.malkoha.engine.version.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The published {@link ReadView} and the three ways in which it changes. Any thread. */
final class Views {

  private volatile ReadView current;

  /** How many memtables were ever frozen, and how many of them were flushed: always the oldest. */
  private volatile long frozenSoFar;

  private volatile long flushedSoFar;

  Views(ReadView first) {
    current = first;
    frozenSoFar = first.frozen().size();
  }

  ReadView current() {
    return current;
  }

  /** The active memtable is frozen and an empty one takes its place. */
  synchronized void rotate(MemTable empty, long logEnd) {
    ReadView before = current;
    List<FrozenMemTable> frozen = new ArrayList<>();
    frozen.add(new FrozenMemTable(before.active(), logEnd));
    frozen.addAll(before.frozen());
    current = new ReadView(empty, frozen, before.version());
    frozenSoFar = flushedSoFar + frozen.size();
  }

  /** The oldest frozen memtable has become tables of the version. Returns the version before. */
  synchronized Version flushed(Version version) {
    ReadView before = current;
    int left = before.frozen().size() - 1;
    current = new ReadView(before.active(), before.frozen().subList(0, left), version);
    flushedSoFar = frozenSoFar - left;
    return before.version();
  }

  /** The tables have changed. Returns the version before. */
  synchronized Version compacted(Version version) {
    ReadView before = current;
    current = new ReadView(before.active(), before.frozen(), version);
    return before.version();
  }

  /** How many memtables were frozen so far. */
  long frozenSoFar() {
    return frozenSoFar;
  }

  /** How many of them have become tables. */
  long flushedSoFar() {
    return flushedSoFar;
  }

  /** The frozen memtable that is to be flushed next; null if there is none. */
  @Nullable FrozenMemTable oldestFrozen() {
    List<FrozenMemTable> frozen = current.frozen();
    return frozen.isEmpty() ? null : frozen.get(frozen.size() - 1);
  }
}
