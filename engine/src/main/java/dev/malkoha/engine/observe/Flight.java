package dev.malkoha.engine.observe;

import module java.base;

import dev.malkoha.engine.events.StoreEvent.Compacted.Way;
import dev.malkoha.engine.events.StoreEvent.Tables;
import dev.malkoha.engine.observe.Span.Kind;
import java.lang.annotation.Annotation;
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
  static @Nullable Object begin(Kind kind) {
    Type type = IS_THERE && FlightRecorder.isInitialized() ? Type.ALL.get(kind) : null;
    return type == null ? null : type.begin();
  }

  /** Records a fact that is over, unless nobody did when it began. */
  static void commit(Span span, Object fact) {
    if (span.recorded != null) {
      Objects.requireNonNull(Type.ALL.get(span.kind)).commit((Event) span.recorded, fact);
    }
  }

  /** A type of events: its fields are the components of the record that tells the fact. */
  private static final class Type {

    private static final Map<Kind, Type> ALL = new EnumMap<>(Kind.class);

    static {
      for (Kind kind : Kind.values()) {
        if (!kind.label.isEmpty()) {
          ALL.put(kind, new Type(kind));
        }
      }
    }

    private final List<ValueDescriptor> fields = new ArrayList<>();
    private final List<UnaryOperator<Object>> values = new ArrayList<>();
    private final EventFactory factory;

    private Type(Kind kind) {
      addAll(kind.fact, "", UnaryOperator.identity());
      boolean isOften = kind == Kind.STALL || kind == Kind.FORCE;
      List<AnnotationElement> notes =
          List.of(
              note(Name.class, "dev.malkoha." + kind.label.replace(" ", "")),
              note(Label.class, kind.label),
              note(Description.class, kind.description),
              note(Category.class, new String[] {"Malkoha"}),
              note(StackTrace.class, kind == Kind.SEAL),
              note(Threshold.class, isOften ? "1 ms" : "0 ms"));
      factory = EventFactory.create(notes, fields);
    }

    private static AnnotationElement note(Class<? extends Annotation> annotation, Object value) {
      return new AnnotationElement(annotation, value);
    }

    /** Adds the components of a record, and those of the records in it: flat, as tools want it. */
    private void addAll(Class<?> type, String of, UnaryOperator<Object> whole) {
      for (RecordComponent part : type.getRecordComponents()) {
        UnaryOperator<Object> value = fact -> get(part, whole.apply(fact));
        String name = part.getName();
        if (part.getType() == Tables.class) {
          addAll(Tables.class, name, value);
        } else if (part.getType() == Way.class) {
          addAll(Way.class, "", value);
        } else if (part.getType() != Duration.class) {
          add(of.isEmpty() ? name : nameOf(name, of), part.getType(), value);
        }
      }
    }

    private static Object get(RecordComponent part, Object fact) {
      try {
        return part.getAccessor().invoke(fact);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("a record shows its components", e);
      }
    }

    /** Names a figure of some tables: {@code bytesRead}, {@code tableBytes}. */
    private static String nameOf(String figure, String tables) {
      boolean isCount = figure.equals("count");
      return tables.equals("tables")
          ? isCount ? "tables" : "table" + capital(figure)
          : (isCount ? "tables" : figure) + capital(tables);
    }

    private static String capital(String word) {
      return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private void add(String name, Class<?> type, UnaryOperator<Object> value) {
      List<AnnotationElement> notes = new ArrayList<>();
      notes.add(note(Label.class, capital(name).replaceAll("([A-Z])", " $1").strip()));
      if (capital(name).contains("Bytes")) {
        notes.add(note(DataAmount.class, DataAmount.BYTES));
      }
      fields.add(new ValueDescriptor(type.isPrimitive() ? type : String.class, name, notes));
      values.add(type.isPrimitive() ? value : fact -> value.apply(fact).toString());
    }

    @Nullable Event begin() {
      Event event = factory.newEvent();
      if (!event.isEnabled()) {
        return null;
      }
      event.begin();
      return event;
    }

    void commit(Event event, Object fact) {
      event.end();
      if (event.shouldCommit()) {
        for (int i = 0; i < values.size(); i++) {
          event.set(i, values.get(i).apply(fact));
        }
        event.commit();
      }
    }
  }
}
