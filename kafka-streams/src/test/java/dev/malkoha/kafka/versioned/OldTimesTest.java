package dev.malkoha.kafka.versioned;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.kafka.segment.Retention;
import dev.malkoha.kafka.state.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.VersionedRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads that have no end in sight, and reads while another thread writes. */
class OldTimesTest {

  private static final long NOW = 1_700_000_000_000L;
  private static final Bytes KEY = key("key");
  private static final Bytes OTHER = key("other");

  @TempDir private Path directory;
  private Task task;
  private VersionedStore store;

  private static Bytes key(String key) {
    return Bytes.wrap(key.getBytes(UTF_8));
  }

  private static byte[] value(String value) {
    return value.getBytes(UTF_8);
  }

  @BeforeEach
  void open() {
    task = new Task(directory);
    store = open(60_000, 20);
  }

  private VersionedStore open(long historyMs, long segmentMs) {
    VersionedStore opened = new VersionedStore("store", new Retention(historyMs + 1, segmentMs));
    task.open(opened);
    task.nextRecord();
    return opened;
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** From the beginning of time to now there are 85 thousand million segments. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void readsOfTheBeginningOfTimeEnd() {
    store.put(KEY, value("one"), NOW);
    store.put(KEY, value("two"), NOW + 1_000);
    store.put(KEY, null, NOW + 2_000);
    store.put(OTHER, value("other"), NOW);
    assertNull(store.get(KEY, 0));
    assertNull(store.get(KEY, -1));
    assertNull(store.get(OTHER, 0));
    assertNull(store.delete(KEY, 0));
    assertEquals(List.of("one", "two"), between(KEY, 0, Long.MAX_VALUE));
    assertEquals(List.of("one", "two"), between(KEY, Long.MIN_VALUE, Long.MAX_VALUE));
    assertEquals(List.of("other"), between(OTHER, 0, Long.MAX_VALUE));
    assertEquals(List.of(), between(KEY, Long.MAX_VALUE, Long.MAX_VALUE));
    assertEquals(List.of(), between(key("none"), 0, Long.MAX_VALUE));
  }

  private List<String> between(Bytes key, long from, long to) {
    return store.between(store.reads(IsolationLevel.READ_UNCOMMITTED), key, from, to, true).stream()
        .map(version -> new String(version.value(), UTF_8))
        .toList();
  }

  /** A history as long as time itself, with a few segments that hold anything. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void emptySegmentsAreLeaptOver() {
    store.close();
    store = open(Long.MAX_VALUE - 1, 20);
    List<String> expected = new ArrayList<>();
    for (long time = 1; time < NOW; time *= 3) {
      store.put(OTHER, value("other"), time);
      store.put(KEY, value("v" + time), time);
      expected.add("v" + time);
    }
    for (long time = 1; time < NOW; time *= 3) {
      VersionedRecord<byte[]> version = requireNonNull(store.get(KEY, time * 2));
      assertEquals("v" + time, new String(version.value(), UTF_8));
      assertNull(store.get(key("a"), time));
    }
    assertEquals(expected, between(KEY, 0, Long.MAX_VALUE));
    assertNull(store.get(KEY, 0));
    assertEquals(1, store.put(KEY, value("late"), 0));
  }

  /** An answer's versions are of one moment: none begins before the one before it has ended. */
  @Test
  void versionsOfAnAnswerDoNotOverlap() throws Exception {
    store.close();
    store = open(3_600_000, 300_000);
    AtomicBoolean written = new AtomicBoolean();
    Callable<Integer> reading =
        () -> {
          int read = 0;
          while (!written.get()) {
            check(
                store.between(
                    store.reads(IsolationLevel.READ_UNCOMMITTED), KEY, 0, Long.MAX_VALUE, true));
            read++;
          }
          return read;
        };
    try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
      try {
        List<Future<Integer>> reads = List.of(readers.submit(reading), readers.submit(reading));
        for (int i = 0; i < 15_000; i++) {
          store.put(KEY, value("v" + i), 1_000 + i % 200);
        }
        written.set(true);
        for (Future<Integer> read : reads) {
          assertTrue(read.get() > 0);
        }
      } finally {
        written.set(true);
      }
    }
  }

  private static void check(List<VersionedRecord<byte[]>> versions) {
    long end = 0;
    for (VersionedRecord<byte[]> version : versions) {
      assertTrue(version.timestamp() >= end, () -> "overlapping: " + versions);
      end = version.validTo().orElse(Long.MAX_VALUE);
    }
  }
}
