package dev.malkoha.engine;

import dev.malkoha.engine.facade.StoreReader;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.fuzz.Limits;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.inspect.FileDump;
import dev.malkoha.tools.inspect.StoreVerifier;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A whole store: some of its files are damaged, and then it is used.
 *
 * <p>An input is the number of damages, each in {@link Damage#BYTES} bytes, and then operations,
 * two bytes each: which one, and on what.
 */
public final class StoreTarget {

  static final Path PATH = Path.of("/store");
  private static final int MOST_DAMAGES = 4;
  private static final int MOST_OPERATIONS = 24;

  private static final DbOptions OPTIONS =
      DbOptions.builder()
          .memTableBytes(16 << 10)
          .tableBytes(4096)
          .blockBytes(256)
          .blockCacheBytes(8 << 10)
          .build();

  private final SimulatedDisk disk;
  private @Nullable OpenStore db;

  private StoreTarget(SimulatedDisk disk) {
    this.disk = disk;
  }

  /** No damage and every operation; each kind of damage and a few operations. */
  public static Stream<byte[]> seeds() {
    Stream<byte[]> sound =
        Stream.of(
            new byte[] {0, 0, 0, 1, 9, 2, 0, 3, 5, 4, 1, 5, 9, 6, 0, 7, 0, 8, 0, 9, 0, 0, 0, 1, 1},
            new byte[] {0, 10, 0, 2, 0, 1, 3, 3, 3, 9, 0, 11, 0, 12, 0, 12, 3, 12, 5, 0, 0, 7, 0},
            new byte[] {0, 0, 0, 4, 8, 3, 8, 8, 0, 2, 1, 9, 0, 10, 0, 2, 1});
    Stream<byte[]> damaged =
        Stream.of(0, 1, 2, 3, 4, 5, 6, 7, 0x80, 0x81, 0x82, 0x84, 0x85, 0x86)
            .flatMap(
                kind ->
                    Stream.of(0, 3, 5, 7)
                        .map(
                            file ->
                                new byte[] {
                                  1,
                                  (byte) (int) file,
                                  (byte) (int) kind,
                                  0,
                                  70,
                                  9,
                                  0,
                                  0,
                                  1,
                                  3,
                                  2,
                                  0,
                                  3,
                                  3,
                                  9,
                                  0,
                                  11,
                                  0,
                                  10,
                                  0,
                                  2,
                                  0,
                                  9,
                                  0,
                                  0,
                                  0,
                                  7,
                                  0
                                }));
    return Stream.concat(sound, damaged);
  }

  /** Makes the store before the clock of the first input runs. */
  public static void fuzzerInitialize() throws IOException {
    SmallStore.copy();
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    ByteBuffer input = ByteBuffer.wrap(data);
    SimulatedDisk disk = SmallStore.copy();
    int damages = input.hasRemaining() ? input.get() % MOST_DAMAGES : 0;
    for (int i = 0; i < damages && input.remaining() >= Damage.BYTES; i++) {
      Damage.read(input).apply(disk.filesAtRest(PATH));
    }
    StoreTarget target = new StoreTarget(disk);
    for (int i = 0; i < MOST_OPERATIONS && input.remaining() >= 2; i++) {
      int operation = input.get() & 0xff;
      int operand = input.get() & 0xff;
      Limits.keeps(SmallStore.BYTES, RuntimeException.class, () -> target.run(operation, operand));
    }
    target.close();
  }

  /** One operation; what it may throw for a damaged store is thrown away. */
  private void run(int operation, int operand) throws IOException {
    try {
      if (operation % 13 >= 9 || db == null) {
        runClosed(operation, operand);
      } else {
        runOpen(db, operation, operand);
      }
    } catch (DbException e) {
      // a refusal
    }
  }

  private void runClosed(int operation, int operand) throws IOException {
    close();
    switch (operation % 13) {
      case 10 -> db = StoreReader.open(disk, PATH, OPTIONS);
      case 11 -> verify();
      case 12 -> dump(operand);
      default -> db = SmallStore.open(disk, OPTIONS);
    }
  }

  private void verify() {
    try {
      StoreVerifier.verify(disk, PATH);
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  private static void runOpen(OpenStore db, int operation, int operand) {
    byte[] key = SmallStore.key(operand);
    switch (operation % 13) {
      case 1 -> db.get(key);
      case 2 -> scan(db, KeyRange.all(), operand % 2 == 0);
      case 3, 4, 5, 6, 7, 8 -> {
        if (db instanceof Db writer) {
          change(writer, operation % 13, operand);
        }
      }
      default -> scan(db, KeyRange.atLeast(key), operand % 2 == 0);
    }
  }

  private static void change(Db db, int operation, int operand) {
    byte[] key = SmallStore.key(operand);
    switch (operation) {
      case 3 -> db.put(key, new byte[operand]);
      case 4 -> db.delete(key);
      case 5 -> db.deleteRange(key, SmallStore.key(operand + 20));
      case 6 -> db.flush();
      case 7 -> db.compact();
      default -> db.awaitIdle();
    }
  }

  private static void scan(OpenStore db, KeyRange range, boolean forward) {
    try (Snapshot snapshot = db.snapshot();
        Cursor cursor = db.scan(range, snapshot)) {
      boolean more = forward ? cursor.next() : cursor.last();
      while (more) {
        cursor.key();
        cursor.value();
        more = forward ? cursor.next() : cursor.prev();
      }
    }
  }

  private void dump(int operand) {
    List<String> names = List.copyOf(disk.filesAtRest(PATH).names());
    try {
      if (!names.isEmpty()) {
        Path file = PATH.resolve(names.get(operand % names.size()));
        FileDump.dump(disk, file, Writer.nullWriter());
      }
    } catch (IOException e) {
      throw Failures.of(e);
    }
  }

  private void close() {
    OpenStore open = db;
    db = null;
    if (open != null) {
      try {
        open.close();
      } catch (DbException e) {
        // it was sealed
      }
    }
  }
}
