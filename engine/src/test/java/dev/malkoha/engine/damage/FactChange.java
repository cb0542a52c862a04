package dev.malkoha.engine.damage;

import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.tools.inspect.EditText;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One random change of what a manifest says: a field of an entry, or which entries there are. A
 * field becomes a number at some border, one near by, or what a field of its name is elsewhere.
 */
final class FactChange {

  private static final long[] BORDERS = {
    0,
    1,
    -1,
    Integer.MAX_VALUE,
    1L << 31,
    1L << 50,
    (1L << 55) - 1,
    1L << 55,
    (1L << 56) - 1,
    1L << 56,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  /** A constructor may refuse a value: then another one is tried. */
  private static final int TRIES = 20;

  private final SplittableRandom random;
  private final List<List<EditEntry>> edits = new ArrayList<>();
  private String said = "";

  private FactChange(SealedManifest manifest, SplittableRandom random) {
    this.random = random;
    manifest.edits().forEach(edit -> edits.add(new ArrayList<>(edit)));
  }

  /**
   * A changed manifest.
   *
   * @param said what was changed, in words
   */
  record Changed(SealedManifest manifest, String said) {}

  /** Changes something, most times one thing alone. */
  static Changed change(SealedManifest manifest, SplittableRandom random) {
    FactChange change = new FactChange(manifest, random);
    do {
      change.changeOne();
    } while (random.nextInt(8) == 0);
    return new Changed(new SealedManifest(manifest.number(), change.edits), change.said);
  }

  private void changeOne() {
    int at = random.nextInt(edits.stream().mapToInt(List::size).sum());
    int number = 0;
    while (at >= edits.get(number).size()) {
      at -= edits.get(number++).size();
    }
    List<EditEntry> edit = edits.get(number);
    EditEntry entry = edit.get(at);
    switch (random.nextInt(12)) {
      case 0 -> note("removed", edit.remove(at));
      case 1 -> note("repeated", add(entry));
      case 2 -> note("moved", add(edit.remove(at)));
      case 3 -> note("taken from elsewhere", add(any(any(notEmpty()))));
      default -> {
        EditEntry changed = (EditEntry) changed(entry, entry.getClass().getSimpleName());
        edit.set(at, changed);
        note("edit " + number + ", from " + EditText.of(entry) + " to", changed);
      }
    }
  }

  private EditEntry add(EditEntry entry) {
    List<EditEntry> into = any(edits);
    into.add(random.nextInt(into.size() + 1), entry);
    return entry;
  }

  private void note(String what, EditEntry entry) {
    said += what + " " + EditText.of(entry) + "; ";
  }

  private List<List<EditEntry>> notEmpty() {
    return edits.stream().filter(edit -> !edit.isEmpty()).toList();
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Object changed(Object value, String name) {
    return switch (value) {
      case Record record -> changedRecord(record);
      case EditEntry.Kind kind -> any(List.of(EditEntry.Kind.values()));
      case Long number -> changedNumber(number, name);
      case Integer number -> (int) changedNumber(number, name);
      case byte[] bytes -> changedBytes(bytes, name);
      case String text -> random.nextBoolean() ? text + "x" : any(List.of("", "b", "default", "?"));
      case List<?> list -> changedList(list, name);
      default -> throw new AssertionError(value.getClass());
    };
  }

  private Record changedRecord(Record record) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    if (components.length == 0) {
      return record;
    }
    for (int i = 0; i < TRIES; i++) {
      Object[] values = values(record);
      int at = random.nextInt(components.length);
      if (values[at] == null) { // told by a fact of its own
        continue;
      }
      values[at] = changed(values[at], components[at].getName());
      Record made = made(record.getClass(), values);
      if (made != null) {
        return made;
      }
    }
    return record;
  }

  private static Object[] values(Record record) {
    return Arrays.stream(record.getClass().getRecordComponents())
        .map(component -> value(record, component))
        .toArray();
  }

  private static Object value(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Null if the constructor refuses the values. */
  private static Record made(Class<? extends Record> type, Object[] values) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<? extends Record> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      return null;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private long changedNumber(long number, String name) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> BORDERS[random.nextInt(BORDERS.length)];
      case 2 -> number + 1;
      case 3 -> number - 1;
      case 4 -> random.nextLong(Math.max(1, Math.min(1L << 40, 2 * number)));
      default -> elsewhere(name, number) instanceof Long other ? other : number + 2;
    };
  }

  private byte[] changedBytes(byte[] bytes, String name) {
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 1 -> Arrays.copyOf(bytes, bytes.length + 1);
      case 2 -> {
        byte[] near = bytes.length == 0 ? new byte[1] : bytes.clone();
        near[near.length - 1] = (byte) (near[near.length - 1] + (random.nextBoolean() ? 1 : -1));
        yield near;
      }
      default -> elsewhere(name, bytes) instanceof byte[] other ? other : bytes;
    };
  }

  private List<?> changedList(List<?> list, String name) {
    List<Object> changed = new ArrayList<>(list);
    if (changed.isEmpty() || random.nextInt(4) == 0) {
      return elsewhere(name, list) instanceof List<?> other ? other : List.of();
    }
    int at = random.nextInt(changed.size());
    switch (random.nextInt(3)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(changed.get(at));
      default -> changed.set(at, changed(changed.get(at), name));
    }
    return changed;
  }

  /** What a field of this name is in another entry. */
  private Object elsewhere(String name, Object otherwise) {
    List<Object> found = new ArrayList<>();
    notEmpty().forEach(edit -> edit.forEach(entry -> collect((Record) entry, name, found)));
    return found.isEmpty() ? otherwise : any(found);
  }

  private static void collect(Record record, String name, List<Object> into) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = values(record);
    for (int i = 0; i < values.length; i++) {
      if (components[i].getName().equals(name)) {
        into.add(values[i]);
      } else if (values[i] instanceof Record inner) {
        collect(inner, name, into);
      }
    }
  }
}
