package dev.malkoha.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.malkoha.fuzz.Input;
import dev.malkoha.fuzz.Limits;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.log.LogDump;
import dev.malkoha.tools.log.LogVerifier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The segments of a log, one behind the other: they are dumped, checked, replayed and opened; what
 * an opening gives is what a replay gives, and it can be gone on with.
 */
public final class LogTarget {

  private static final Path PATH = Path.of("/log");
  private static final LogOptions OPTIONS = new LogOptions(2 << 10);
  private static final int SEGMENT = (int) OPTIONS.segmentBytes();
  private static final int SEGMENTS = 4;

  /** Where replays begin. */
  private static final long[] FROM = {0, 40, 1024, 1 << 20};

  private LogTarget() {}

  /** Whole logs, and one with a torn end. */
  public static Stream<byte[]> seeds() throws IOException {
    byte[] one = log(2);
    byte[] many = log(30);
    byte[] torn = log(8);
    Arrays.fill(torn, torn.length - 600, torn.length, (byte) 0);
    return Stream.of(
        Input.bytes(0, one),
        Input.bytes(2, many),
        Input.bytes(4, many),
        Input.bytes(6, many),
        Input.bytes(0x30, many),
        Input.bytes(1, torn));
  }

  private static byte[] log(int records) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    try (Log log = open(disk.openDirectory(PATH), 0, new ArrayList<>(), 0x5eed)) {
      for (int i = 0; i < records; i++) {
        byte[] record = new byte[i * 13 % 200];
        Arrays.fill(record, (byte) (i + 1));
        long end = log.append(record, 0, record.length);
        if (i % 3 == 0) {
          log.force(end);
        }
      }
    }
    return joined(disk.filesAtRest(PATH));
  }

  private static byte[] joined(FilesAtRest files) throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (String name : files.names()) {
      joined.writeBytes(files.read(name));
    }
    return joined.toByteArray();
  }

  private static Log open(Directory directory, long from, List<Integer> records, long seed)
      throws IOException {
    LogEnvironment environment =
        new LogEnvironment(new SplittableRandom(seed)::nextLong, LogFormat.MAX_RECORD_BYTES);
    return RecoveredLog.recover(directory, from, LogProof.NONE, collecting(records), environment)
        .open(OPTIONS);
  }

  private static Log.RecordHandler collecting(List<Integer> records) {
    return (position, buffer, offset, length) ->
        records.add(Arrays.hashCode(Arrays.copyOfRange(buffer, offset, offset + length)));
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Input input = Input.of(data);
    List<byte[]> files = cut(input);
    long from = FROM[input.choice(1, 2)];
    int length = data.length;
    for (int i = 0; i < files.size(); i++) {
      String name = LogFormat.name(i + 1);
      Limits.keeps(
          length,
          CorruptLogException.class,
          () -> LogDump.dump(disk(files).open(name), Writer.nullWriter(), (b, o, l, to) -> {}));
    }
    Limits.keeps(
        length,
        CorruptLogException.class,
        () -> LogVerifier.verify(disk(files), from, LogProof.NONE, collecting(new ArrayList<>())));
    List<Integer> replayed = new ArrayList<>();
    boolean replays =
        Limits.keeps(length, CorruptLogException.class, () -> replay(disk(files), from, replayed));
    List<Integer> opened = new ArrayList<>();
    boolean opens =
        Limits.keeps(length, CorruptLogException.class, () -> goOn(disk(files), from, opened));
    assertFalse(opens && !replays, "what a replay refuses is opened");
    assertFalse(replays && !opens, "what a replay gives is not opened");
    if (opens) {
      assertEquals(replayed, opened);
    }
  }

  private static List<byte[]> cut(Input input) throws IOException {
    List<byte[]> files = new ArrayList<>();
    byte[] all = input.content();
    int records = input.choice(4, 4) == 0 ? Integer.MAX_VALUE : input.choice(4, 4);
    for (int i = 0; i < SEGMENTS && i * SEGMENT < all.length; i++) {
      int end = i + 1 < SEGMENTS ? Math.min(all.length, (i + 1) * SEGMENT) : all.length;
      byte[] file = Arrays.copyOfRange(all, i * SEGMENT, end);
      if (input.isSealed()) {
        LogSeal.seal(file, records);
      }
      files.add(file);
    }
    return files;
  }

  private static Directory disk(List<byte[]> files) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Directory directory = disk.openDirectory(PATH);
    for (int i = 0; i < files.size(); i++) {
      disk.filesAtRest(PATH).write(LogFormat.name(i + 1), files.get(i));
    }
    return directory;
  }

  private static void replay(Directory directory, long from, List<Integer> records)
      throws IOException {
    records.clear();
    Log.recover(directory, from, LogProof.NONE, collecting(records));
  }

  /** Opens the log, appends to it, and reads it once more. */
  private static void goOn(Directory directory, long from, List<Integer> records)
      throws IOException {
    records.clear();
    byte[] more = {1, 2, 3};
    try (Log log = open(directory, from, records, 0xf022)) {
      log.append(more, 0, more.length);
    }
    List<Integer> again = new ArrayList<>();
    Log.recover(directory, from, LogProof.NONE, collecting(again));
    List<Integer> expected = new ArrayList<>(records);
    expected.add(Arrays.hashCode(more));
    assertEquals(expected, again);
  }
}
