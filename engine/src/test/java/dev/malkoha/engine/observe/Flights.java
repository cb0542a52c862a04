package dev.malkoha.engine.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** A recording of what stores tell Flight Recorder, whatever short time it took. */
final class Flights implements AutoCloseable {

  private static final List<String> KINDS =
      List.of(
          "Flush",
          "Compaction",
          "DeletesApplied",
          "Stall",
          "Force",
          "Recovery",
          "Seal",
          "Checkpoint");

  private final Recording recording = new Recording();
  private final Path file;
  private @Nullable List<RecordedEvent> events;

  /** Begins to record. */
  Flights(Path directory) {
    file = directory.resolve("test.jfr");
    KINDS.forEach(kind -> recording.enable("dev.malkoha." + kind).withoutThreshold());
    recording.start();
  }

  /** Ends the recording; returns what it has of one kind, oldest first. */
  List<RecordedEvent> end(String kind) throws IOException {
    if (events == null) {
      recording.stop();
      recording.dump(file);
      events = RecordingFile.readAllEvents(file);
    }
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("dev.malkoha." + kind))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  @Override
  public void close() {
    recording.close();
  }
}
