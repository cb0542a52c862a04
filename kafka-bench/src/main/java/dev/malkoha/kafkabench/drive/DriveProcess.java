package dev.malkoha.kafkabench.drive;

import dev.malkoha.bench.Scratch;
import dev.malkoha.kafkabench.app.StoreKind;
import dev.malkoha.kafkabench.measure.BenchScale;
import dev.malkoha.kafkabench.measure.Figure;
import dev.malkoha.kafkabench.measure.Part;
import dev.malkoha.kafkabench.process.Commands;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/**
 * The entry of a process that measures one part with one store; it tells {@code figure NAME VALUE}.
 */
public final class DriveProcess {

  private static final double NANOS = 1e9;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Path directory;
  private final Drive drive;

  private DriveProcess(Path directory, Drive drive) {
    this.directory = directory;
    this.drive = drive;
  }

  /**
   * Measures.
   *
   * @param arguments the part, the store, the directory, {@code full} or {@code quick}, the seed
   */
  public static void main(String[] arguments) throws IOException {
    Commands.serve(line -> {}, () -> Runtime.getRuntime().halt(1));
    Part part = Part.of(arguments[0]);
    Path directory = Path.of(arguments[2]);
    BenchScale scale = arguments[3].equals("full") ? BenchScale.FULL : BenchScale.QUICK;
    long seed = Long.parseLong(arguments[4]);
    try (Drive drive = new Drive(StoreKind.of(arguments[1]), directory, seed)) {
      new DriveProcess(directory, drive).run(part, scale);
    }
    System.exit(0);
  }

  private void run(Part part, BenchScale scale) throws IOException {
    if (part == Part.STORES) {
      fillStores(scale.stores(), scale.entriesOfStore());
      tell(Figure.HEAP, (double) heapBytes());
    } else {
      long records = scale.records(part);
      tell(Figure.RECORDS_PER_SECOND, records * NANOS / nanos(part, records));
      if (part != Part.JOIN && part != Part.RESTORE) {
        tell(Figure.COMMIT_P99, drive.commits().p99Millis());
      }
    }
    long pid = ProcessHandle.current().pid();
    tell(Figure.MEMORY, (double) ProcessFigures.anonymousBytes(pid));
    tell(Figure.RESIDENT, (double) ProcessFigures.residentBytes(pid));
    tell(Figure.WRITTEN, (double) ProcessFigures.writtenBytes(pid));
    tell(Figure.DISK, (double) Scratch.bytesIn(directory));
  }

  private long nanos(Part part, long records) {
    return switch (part) {
      case DEDUPLICATION -> new Workloads(drive, records).deduplication();
      case AGGREGATION -> new Workloads(drive, records).aggregation();
      case JOIN -> new Workloads(drive, records).join();
      case WINDOWS -> new Workloads(drive, records).windows();
      case SESSIONS -> new Workloads(drive, records).sessions();
      case RESTORE -> new Restoring(drive, records).run();
      case STORES, TOPOLOGY ->
          throw new IllegalArgumentException(part.label() + " is not driven by records");
    };
  }

  private void fillStores(int stores, long entries) {
    for (int i = 0; i < stores; i++) {
      DriveContext task = drive.task(i);
      TimestampedKeyValueStore<Bytes, byte[]> store = drive.keyValues(task, "store");
      for (long entry = 1; entry <= entries; entry++) {
        task.at(entry, entry);
        store.put(Drive.key(entry), ValueAndTimestamp.make(drive.value(), entry));
      }
      drive.commit(task, store, entries);
      for (long entry = 1; entry <= entries; entry++) {
        if (store.get(Drive.key(entry)) == null) {
          throw new IllegalStateException("entry " + entry + " of store " + i + " is not there");
        }
      }
    }
  }

  private static long heapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void tell(Figure figure, double value) {
    out.println("figure " + figure.name() + " " + value);
  }
}
