package dev.malkoha.engine.model;

import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.EntryConsumer;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.history.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The reads of a map beside a sorted map that says what they must give: all but single gets and
 * cursors, of now or of a snapshot.
 *
 * @param at null for now
 */
record CheckedReads(KeyValueMap map, Snapshot at, NavigableMap<Bytes, Bytes> content) {

  private static final byte FILL = 0x5A;

  void check(List<Bytes> keys, Range range) {
    getAll(keys);
    Bytes key = keys.getFirst();
    get(key);
    around(key);
    range(range);
  }

  private void getAll(List<Bytes> keys) {
    List<byte[]> arrays = keys.stream().map(Bytes::array).toList();
    List<byte[]> found = at == null ? map.getAll(arrays) : map.getAll(arrays, at);
    expect("values", keys.size(), found.size());
    for (int i = 0; i < keys.size(); i++) {
      expect("value " + i + " of " + keys, content.get(keys.get(i)), bytes(found.get(i)));
    }
  }

  private static Bytes bytes(byte[] array) {
    return array == null ? null : Bytes.of(array);
  }

  /** Into memory that has room for all of the value, and for most of it. */
  private void get(Bytes key) {
    Bytes value = content.get(key);
    boolean found = at == null ? map.contains(key.array()) : map.contains(key.array(), at);
    expect("contains " + key, value != null, found);
    int length = value == null ? 8 : value.length();
    get(key, value, length + 3);
    get(key, value, Math.max(0, length - 1));
  }

  private void get(Bytes key, Bytes value, int room) {
    byte[] wanted = filled(room + 2);
    int copied = value == null ? 0 : Math.min(room, value.length());
    if (value != null) {
      System.arraycopy(value.array(), 0, wanted, 1, copied);
    }
    int length = value == null ? -1 : value.length();

    byte[] array = filled(room + 2);
    MemorySegment segment = MemorySegment.ofArray(array).asSlice(1, room);
    int found = at == null ? map.get(key.array(), segment) : map.get(key.array(), segment, at);
    expect("length of " + key, length, found);
    expect("segment", Bytes.of(wanted), Bytes.of(array));

    ByteBuffer buffer = ByteBuffer.allocateDirect(room + 2).put(filled(room + 2));
    buffer.limit(room + 1).position(1);
    found = at == null ? map.get(key.array(), buffer) : map.get(key.array(), buffer, at);
    expect("length of " + key, length, found);
    expect("position", 1 + copied, buffer.position());
    expect("limit", room + 1, buffer.limit());
    byte[] content = MemorySegment.ofBuffer(buffer.clear()).toArray(ValueLayout.JAVA_BYTE);
    expect("buffer", Bytes.of(wanted), Bytes.of(content));
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, FILL);
    return bytes;
  }

  private void around(Bytes key) {
    byte[] k = key.array();
    same("floor", content.floorEntry(key), at == null ? map.floor(k) : map.floor(k, at));
    same("ceiling", content.ceilingEntry(key), at == null ? map.ceiling(k) : map.ceiling(k, at));
    same("lower", content.lowerEntry(key), at == null ? map.lower(k) : map.lower(k, at));
    same("higher", content.higherEntry(key), at == null ? map.higher(k) : map.higher(k, at));
    same("first", content.firstEntry(), at == null ? map.first() : map.first(at));
    same("last", content.lastEntry(), at == null ? map.last() : map.last(at));
  }

  private static void same(String what, Map.Entry<Bytes, Bytes> expected, Entry found) {
    expect(what, expected == null ? null : entry(expected), found);
  }

  private static Entry entry(Map.Entry<Bytes, Bytes> entry) {
    return new Entry(entry.getKey().array(), entry.getValue().array());
  }

  private void range(Range range) {
    KeyRange keys = range.keyRange();
    List<Entry> inside = range.of(content).entrySet().stream().map(CheckedReads::entry).toList();
    long count = at == null ? map.count(keys) : map.count(keys, at);
    expect("count of " + keys, (long) inside.size(), count);
    try (Stream<Entry> stream = at == null ? map.stream(keys) : map.stream(keys, at)) {
      expect("stream of " + keys, inside, stream.toList());
    }
    List<Entry> given = new ArrayList<>();
    EntryConsumer add =
        (key, value) ->
            given.add(
                new Entry(
                    key.toArray(ValueLayout.JAVA_BYTE), value.toArray(ValueLayout.JAVA_BYTE)));
    if (at == null) {
      map.forEach(keys, add);
    } else {
      map.forEach(keys, at, add);
    }
    expect("forEach of " + keys, inside, given);
    List<Entry> some = new ArrayList<>();
    try (Entries entries = at == null ? map.entries(keys) : map.entries(keys, at)) {
      for (Entry entry : entries) {
        some.add(entry);
        if (2 * some.size() > inside.size()) {
          break;
        }
      }
    }
    expect("entries of " + keys, inside.subList(0, Math.min(inside.size(), some.size())), some);
    long estimate = map.estimate(keys);
    expect("estimate of nothing", true, keys.isEmpty() ? estimate == 0 : estimate >= 0);
  }

  private static void expect(String what, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new AssertionError(what + ": " + found + ", expected " + expected);
    }
  }
}
