package dev.malkoha.engine.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.tools.StoreTools;
import dev.malkoha.trials.Trials;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of processes: one that writes is killed ({@code kill -9}) again and again. No acknowledged
 * write is lost, and there is no hole.
 */
@Tag("process")
@Tag("hunt")
class KillTest {

  private static final long SEED = 1;
  private static final int KILLS = Math.max(2, Trials.count(10));
  private static final int KILLS_PER_STORE = 5;
  private static final int STREAMS = 2;
  private static final int WRITES_MAX = 4_000;

  @Test
  void losesNothingAcknowledged(@TempDir Path directory) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    int[] written = new int[STREAMS];
    for (int kill = 0; kill < KILLS; kill++) {
      int store = kill / KILLS_PER_STORE;
      if (kill % KILLS_PER_STORE == 0) {
        Arrays.fill(written, 0);
      }
      Path path = directory.resolve("store" + store);
      int[] acknowledged = killOne(path, SEED + store, written, random.nextInt(WRITES_MAX));
      written = check(path, SEED + store, acknowledged, "kill " + kill);
    }
  }

  /** Lets a victim go on after so many writes, kills it, and returns what it had acknowledged. */
  private static int[] killOne(Path path, long seed, int[] written, int writes) throws Exception {
    Process victim = start(path, seed, written);
    int[] acknowledged = written.clone();
    try (DataInputStream reports = new DataInputStream(victim.getInputStream())) {
      int reported = 0;
      byte[] report = new byte[Victim.REPORT_BYTES];
      while (reports.readNBytes(report, 0, report.length) == report.length) {
        var numbers = ByteBuffer.wrap(report);
        acknowledged[numbers.getInt()] = numbers.getInt();
        if (reported++ == writes) {
          victim.toHandle().destroyForcibly(); // leaves the pipe open, with what is in it
        }
      }
      assertTrue(reported > writes, "the victim ended by itself");
    } finally {
      victim.destroyForcibly().waitFor();
    }
    return acknowledged;
  }

  private static Process start(Path path, long seed, int[] written) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-ea"));
    command.addAll(List.of("-Djava.util.logging.config.file=none"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Victim.class.getName()));
    command.addAll(List.of(path.toString(), Long.toString(seed)));
    Arrays.stream(written).forEach(number -> command.add(Integer.toString(number + 1)));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Returns how many writes of each stream the store holds. */
  private static int[] check(Path path, long seed, int[] acknowledged, String when) {
    int[] written = new int[STREAMS];
    try (Db db = Db.open(path, Victim.options())) {
      for (int id = 0; id < STREAMS; id++) {
        written[id] = check(db, new WriteStream(id, seed), acknowledged[id], when);
      }
    }
    assertEquals(List.of(), StoreTools.verify(path).problems(), when);
    return written;
  }

  /** The write that ran when the kill came may have happened or not. */
  private static int check(Db db, WriteStream stream, int acknowledged, String when) {
    NavigableMap<Bytes, Bytes> found = content(db, stream);
    if (found.equals(stream.content(acknowledged + 1))) {
      return acknowledged + 1;
    }
    assertEquals(stream.content(acknowledged), found, when + ", " + stream + ", " + acknowledged);
    return acknowledged;
  }

  private static NavigableMap<Bytes, Bytes> content(Db db, WriteStream stream) {
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    try (Cursor cursor = db.scan(KeyRange.prefix(Bytes.of(stream.prefix()).array()))) {
      while (cursor.next()) {
        content.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
      }
    }
    return content;
  }
}
