package dev.malkoha.engine.memtable;

import dev.malkoha.sstable.EntryCursor;
import dev.malkoha.sstable.EntryOrder;
import java.util.Arrays;

/** A cursor over one arena of a memtable: it follows links and owns nothing. */
public final class MemTableCursor implements EntryCursor {

  private static final int NONE = 0;

  private final Arena arena;
  private final int head;
  private int node = NONE;

  MemTableCursor(Arena arena, int head) {
    this.arena = arena;
    this.head = head;
  }

  @Override
  public boolean valid() {
    return node != NONE;
  }

  @Override
  public void seekToFirst() {
    node = arena.next(head, 0);
  }

  @Override
  public void seekToLast() {
    int last = head;
    for (int level = Arena.HEIGHT_MAX - 1; level >= 0; level--) {
      for (int next = arena.next(last, level); next != NONE; next = arena.next(last, level)) {
        last = next;
      }
    }
    node = last == head ? NONE : last;
  }

  @Override
  public void seek(byte[] key, int offset, int length, long tag) {
    long prefix = EntryOrder.prefix(key, offset, length);
    int before = head;
    int next = NONE;
    for (int level = Arena.HEIGHT_MAX - 1; level >= 0; level--) {
      next = arena.next(before, level);
      while (next != NONE && isBefore(next, prefix, key, offset, length, tag)) {
        before = next;
        next = arena.next(before, level);
      }
    }
    node = next;
  }

  @Override
  public void next() {
    node = arena.next(node, 0);
  }

  @Override
  public void prev() {
    int previous = arena.previous(node);
    node = previous == head ? NONE : previous;
  }

  @Override
  public long keyPrefix() {
    return arena.prefix(node);
  }

  @Override
  public byte[] keyBuffer() {
    return arena.bytes();
  }

  @Override
  public int keyOffset() {
    return arena.keyOffset(node);
  }

  @Override
  public int keyLength() {
    return arena.keyLength(node);
  }

  @Override
  public long tag() {
    return arena.tag(node);
  }

  @Override
  public byte[] valueBuffer() {
    return arena.bytes();
  }

  @Override
  public int valueOffset() {
    return arena.valueOffset(node);
  }

  @Override
  public int valueLength() {
    return arena.valueLength(node);
  }

  @Override
  public void close() {}

  private boolean isBefore(int at, long prefix, byte[] key, int offset, int length, long tag) {
    long own = arena.prefix(at);
    if (own != prefix) {
      return Long.compareUnsigned(own, prefix) < 0;
    }
    int keyAt = arena.keyOffset(at);
    int byKey =
        Arrays.compareUnsigned(
            arena.bytes(), keyAt, keyAt + arena.keyLength(at), key, offset, offset + length);
    return byKey != 0 ? byKey < 0 : Long.compareUnsigned(arena.tag(at), tag) > 0;
  }
}
