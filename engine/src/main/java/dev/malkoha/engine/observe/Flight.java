package dev.malkoha.engine.observe;

import dev.malkoha.engine.events.StoreEvent.Checkpointed;
import dev.malkoha.engine.events.StoreEvent.Compacted;
import dev.malkoha.engine.events.StoreEvent.DeletesApplied;
import dev.malkoha.engine.events.StoreEvent.Flushed;
import dev.malkoha.engine.events.StoreEvent.Recovered;
import dev.malkoha.engine.events.StoreEvent.Sealed;
import dev.malkoha.engine.events.StoreEvent.Stalled;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.ValueDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The way to Java Flight Recorder, which need not be there: a trimmed runtime may lack the module
 * {@code jdk.jfr}, an application of modules may not have it resolved, and a native image defines
 * no events while it runs. Then nothing is recorded, and no class of it is touched.
 */
final class Flight {

  private static final boolean IS_THERE = isThere();

  private Flight() {}

  private static boolean isThere() {
    Optional<Module> jfr = ModuleLayer.boot().findModule("jdk.jfr");
    boolean isImage = System.getProperty("org.graalvm.nativeimage.imagecode") != null;
    return !isImage && jfr.isPresent() && Flight.class.getModule().canRead(jfr.get());
  }

  /**
   * Begins an event; null if nobody records it. Where nobody has ever recorded anything, the events
   * stay undefined: they would start the whole recorder, for longer than an opening takes.
   */
  static @Nullable Object begin(Span.Kind kind) {
    Defined<?> type = IS_THERE && FlightRecorder.isInitialized() ? Table.TYPES.get(kind) : null;
    return type == null ? null : type.begin();
  }

  /** Records a fact that is over, unless nobody did when it began. */
  static void commit(Span span, Path store, Object fact) {
    if (span.recorded != null) {
      Objects.requireNonNull(Table.TYPES.get(span.kind)).commit((Event) span.recorded, store, fact);
    }
  }

  /** The types of events, each with its fields and how a fact fills them. */
  private static final class Table {

    private static final Map<Span.Kind, Defined<?>> TYPES =
        Map.of(
            Span.Kind.FLUSH,
            new Type<Flushed>("Flush", "A memtable was written out")
                .add(String.class, "keyspace", "Keyspace", Flushed::keyspace)
                .bytes("memTableBytes", "Memtable", Flushed::memTableBytes)
                .add(boolean.class, "wasFull", "Memtable Was Full", Flushed::wasFull)
                .add(int.class, "tablesWritten", "Tables Written", e -> e.written().count())
                .add(long.class, "entriesWritten", "Entries Written", e -> e.written().entries())
                .bytes("bytesWritten", "Written", e -> e.written().bytes())
                .define(),
            Span.Kind.COMPACTION,
            new Type<Compacted>("Compaction", "Tables have become others")
                .add(String.class, "keyspace", "Keyspace", Compacted::keyspace)
                .add(String.class, "cause", "Cause", e -> e.way().cause().name())
                .add(int.class, "fromLevel", "From Level", e -> e.way().fromLevel())
                .add(int.class, "toLevel", "To Level", e -> e.way().toLevel())
                .add(int.class, "tablesRead", "Tables Read", e -> e.read().count())
                .bytes("bytesRead", "Read", e -> e.read().bytes())
                .add(int.class, "tablesWritten", "Tables Written", e -> e.written().count())
                .bytes("bytesWritten", "Written", e -> e.written().bytes())
                .define(),
            Span.Kind.DELETES,
            new Type<DeletesApplied>("Deletes Applied", "The delete applier has made one run")
                .add(String.class, "keyspace", "Keyspace", DeletesApplied::keyspace)
                .add(long.class, "marked", "Entries Marked Dead", DeletesApplied::marked)
                .add(long.class, "blocksRead", "Blocks Read", DeletesApplied::blocksRead)
                .add(boolean.class, "complete", "Complete", DeletesApplied::complete)
                .define(),
            Span.Kind.STALL,
            new Type<Stalled>("Stall", "A writer was made to wait")
                .note(Threshold.class, "1 ms")
                .add(String.class, "keyspace", "Keyspace", Stalled::keyspace)
                .add(String.class, "cause", "Cause", e -> e.cause().name())
                .add(long.class, "behind", "Memtables, Tables or Bytes Behind", Stalled::behind)
                .define(),
            Span.Kind.FORCE,
            new Type<Long>("Force", "The log was made durable")
                .note(Threshold.class, "1 ms")
                .bytes("bytes", "Forced", bytes -> bytes)
                .define(),
            Span.Kind.RECOVERY,
            new Type<Recovered>("Recovery", "An opening has opened the tables and read the log")
                .add(int.class, "tables", "Tables", e -> e.tables().count())
                .bytes("tableBytes", "Table Files", e -> e.tables().bytes())
                .add(long.class, "records", "Log Records", Recovered::records)
                .bytes("bytes", "Log Read", Recovered::bytes)
                .define(),
            Span.Kind.SEAL,
            new Type<Sealed>("Seal", "A failure has ended writing")
                .note(StackTrace.class, true)
                .add(String.class, "cause", "Cause", e -> e.cause().toString())
                .define(),
            Span.Kind.CHECKPOINT,
            new Type<Checkpointed>("Checkpoint", "A checkpoint was taken")
                .add(String.class, "directory", "Directory", e -> e.directory().toString())
                .add(int.class, "filesLinked", "Files Linked", Checkpointed::filesLinked)
                .add(int.class, "filesCopied", "Files Copied", Checkpointed::filesCopied)
                .bytes("bytesCopied", "Copied", Checkpointed::bytesCopied)
                .define());
  }

  /** A type of events that is being defined. */
  private static final class Type<E> {

    private final Map<Class<? extends Annotation>, AnnotationElement> notes = new HashMap<>();
    private final List<ValueDescriptor> fields = new ArrayList<>();
    private final List<Function<E, Object>> values = new ArrayList<>();

    Type(String label, String description) {
      note(Name.class, "dev.malkoha." + label.replace(" ", ""));
      note(Label.class, label);
      note(Description.class, description);
      note(Category.class, new String[] {"Malkoha"});
      note(StackTrace.class, false);
      fields.add(new ValueDescriptor(String.class, "store", List.of(label("Store"))));
    }

    private static AnnotationElement label(String label) {
      return new AnnotationElement(Label.class, label);
    }

    Type<E> note(Class<? extends Annotation> annotation, Object value) {
      notes.put(annotation, new AnnotationElement(annotation, value));
      return this;
    }

    Type<E> bytes(String name, String label, Function<E, Object> value) {
      AnnotationElement unit = new AnnotationElement(DataAmount.class, DataAmount.BYTES);
      return add(new ValueDescriptor(long.class, name, List.of(label(label), unit)), value);
    }

    Type<E> add(Class<?> type, String name, String label, Function<E, Object> value) {
      return add(new ValueDescriptor(type, name, List.of(label(label))), value);
    }

    private Type<E> add(ValueDescriptor field, Function<E, Object> value) {
      fields.add(field);
      values.add(value);
      return this;
    }

    Defined<E> define() {
      return new Defined<>(EventFactory.create(List.copyOf(notes.values()), fields), values);
    }
  }

  /** A type of events, with the values of its fields after the store's. */
  private record Defined<E>(EventFactory factory, List<Function<E, Object>> values) {

    @Nullable Event begin() {
      Event event = factory.newEvent();
      if (!event.isEnabled()) {
        return null;
      }
      event.begin();
      return event;
    }

    @SuppressWarnings("unchecked") // the end of a span brings the fact of its kind
    void commit(Event event, Path store, Object fact) {
      event.end();
      if (event.shouldCommit()) {
        event.set(0, store.toString());
        for (int i = 0; i < values.size(); i++) {
          event.set(i + 1, values.get(i).apply((E) fact));
        }
        event.commit();
      }
    }
  }
}
