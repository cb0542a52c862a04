package dev.malkoha.kafkabench.drive;

import dev.malkoha.bench.Scratch;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.measure.Figure;
import dev.malkoha.kafkabench.measure.Part;
import dev.malkoha.kafkabench.process.Commands;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The entry of a process that measures one part with one store; it tells {@code figure NAME VALUE}.
 */
public final class DriveProcess {

  private static final double NANOS = 1e9;
  private static final double MILLI = 1e6;

  /** How many records lie between two commits of a store. */
  private static final int COMMIT_EVERY = 10_000;

  /** So that warming up makes 20,000 commits, as an application does in half an hour. */
  private static final int WARM_COMMIT_EVERY = 10;

  private static final long WARM_RECORDS = 200_000;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Part part;
  private final StoreKind kind;
  private final Path directory;
  private final long records;
  private final long seed;
  private final long pid = ProcessHandle.current().pid();

  private DriveProcess(String[] arguments) {
    part = Part.of(arguments[0]);
    kind = StoreKind.of(arguments[1]);
    directory = Path.of(arguments[2]);
    records = Long.parseLong(arguments[3]);
    seed = Long.parseLong(arguments[4]);
  }

  /**
   * Measures.
   *
   * @param arguments the part, the store, the directory, how many records, the seed
   */
  public static void main(String[] arguments) throws IOException {
    Commands.serve(line -> {}, () -> Runtime.getRuntime().halt(1));
    new DriveProcess(arguments).run();
    System.exit(0);
  }

  private void run() throws IOException {
    long before = warmUp();
    try (Drive drive = drive(directory, COMMIT_EVERY)) {
      switch (part) {
        case STORES -> {
          stores().fill(drive);
          tell(Figure.HEAP, (double) heapBytes());
        }
        case OPENINGS -> {
          tell(Figure.OPENING, stores().open(drive) / MILLI);
          return; // this process has filled them, too: its memory tells nothing
        }
        default -> {
          tell(Figure.RECORDS_PER_SECOND, records * NANOS / nanos(drive, records));
          if (drive.commits().areMany()) {
            tell(Figure.COMMIT_P99, drive.commits().p99Millis());
          }
        }
      }
      tell(Figure.MEMORY, (double) ProcessFigures.anonymousBytes(pid));
      tell(Figure.RESIDENT, (double) ProcessFigures.residentBytes(pid));
      tell(Figure.WRITTEN, (double) ProcessFigures.writtenBytes(pid) - before);
      tell(Figure.DISK, (double) Scratch.bytesIn(directory));
    }
  }

  private Drive drive(Path of, int commitEvery) {
    return new Drive(kind, of, seed, commitEvery);
  }

  private ManyStores stores() {
    return new ManyStores(part.stores(), records / part.stores());
  }

  /**
   * Does a little of the same with a store of its own, which is removed, so that what is measured
   * runs compiled, in a heap without what that left. Stores that are to be opened again are filled.
   * Returns what was written by then.
   */
  private long warmUp() throws IOException {
    if (part == Part.OPENINGS) {
      try (Drive drive = drive(directory, COMMIT_EVERY)) {
        stores().fill(drive);
      }
    } else if (part != Part.STORES) {
      Path warm = directory.resolveSibling("warm");
      try (Drive drive = drive(warm, WARM_COMMIT_EVERY)) {
        nanos(drive, Math.min(records, WARM_RECORDS));
      }
      Scratch.delete(warm);
    }
    System.gc();
    return part == Part.STORES ? 0 : ProcessFigures.writtenBytes(pid);
  }

  private long nanos(Drive drive, long count) {
    return switch (part) {
      case DEDUPLICATION -> new Workloads(drive, count).deduplication();
      case AGGREGATION -> new Workloads(drive, count).aggregation();
      case JOIN -> new Workloads(drive, count).join();
      case WINDOWS -> new Workloads(drive, count).windows();
      case SESSIONS -> new Workloads(drive, count).sessions();
      case RESTORE, RESTORE_WINDOWS, RESTORE_SESSIONS, RESTORE_VERSIONS ->
          new Restoring(drive, part, count).run();
      case STORES, OPENINGS, TOPOLOGY ->
          throw new IllegalArgumentException(part.label() + " is not driven by records");
    };
  }

  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void tell(Figure figure, double value) {
    out.println("figure " + figure.name() + " " + value);
  }
}
