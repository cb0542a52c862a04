package dev.malkoha.engine.model;

import dev.malkoha.engine.Entries;
import dev.malkoha.engine.Entry;
import dev.malkoha.engine.EntryConsumer;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Reads;
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

  private Reads reads() {
    return at == null ? map : at.in(map);
  }

  void check(List<Bytes> keys, Range range) {
    getAll(keys);
    Bytes key = keys.getFirst();
    get(key);
    around(key);
    range(range);
  }

  private void getAll(List<Bytes> keys) {
    List<byte[]> arrays = keys.stream().map(Bytes::array).toList();
    List<byte[]> found = reads().getAll(arrays);
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
    boolean found = reads().contains(key.array());
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
    int found = reads().get(key.array(), segment);
    expect("length of " + key, length, found);
    expect("segment", Bytes.of(wanted), Bytes.of(array));

    ByteBuffer buffer = ByteBuffer.allocateDirect(room + 2).put(filled(room + 2));
    buffer.limit(room + 1).position(1);
    found = reads().get(key.array(), buffer);
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
    same("floor", content.floorEntry(key), reads().floor(k));
    same("ceiling", content.ceilingEntry(key), reads().ceiling(k));
    same("lower", content.lowerEntry(key), reads().lower(k));
    same("higher", content.higherEntry(key), reads().higher(k));
    same("first", content.firstEntry(), reads().first());
    same("last", content.lastEntry(), reads().last());
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
    long count = reads().count(keys);
    expect("count of " + keys, (long) inside.size(), count);
    try (Stream<Entry> stream = reads().stream(keys)) {
      expect("stream of " + keys, inside, stream.toList());
    }
    List<Entry> given = new ArrayList<>();
    EntryConsumer add =
        (key, value) ->
            given.add(
                new Entry(
                    key.toArray(ValueLayout.JAVA_BYTE), value.toArray(ValueLayout.JAVA_BYTE)));
    reads().forEach(keys, add);
    expect("forEach of " + keys, inside, given);
    List<Entry> some = new ArrayList<>();
    try (Entries entries = reads().entries(keys)) {
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
