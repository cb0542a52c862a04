package dev.malkoha.maps;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A record class taken apart: its components in order, and the constructor that takes them. */
final class RecordShape<R extends Record> {

  private final Class<R> type;
  private final List<Method> accessors;
  private final Constructor<R> constructor;

  RecordShape(Class<R> type) {
    this.type = type;
    this.accessors =
        Arrays.stream(type.getRecordComponents()).map(RecordComponent::getAccessor).toList();
    try {
      constructor = type.getDeclaredConstructor(types().toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new LinkageError("a record has a constructor of its components", e);
    }
    boolean isOpen = constructor.trySetAccessible();
    for (Method accessor : accessors) {
      isOpen &= accessor.trySetAccessible();
    }
    if (!isOpen) {
      throw new IllegalArgumentException(
          type.getName() + " cannot be read: open its package to the module dev.malkoha.maps");
    }
  }

  /** The classes of the components. */
  Stream<Class<?>> types() {
    return accessors.stream().map(Method::getReturnType);
  }

  int size() {
    return accessors.size();
  }

  /** Refuses codecs of which there is not one for each component. */
  void checkSize(int codecs) {
    if (codecs != size()) {
      throw new IllegalArgumentException(
          codecs + " codecs are given, and " + type.getName() + " has " + size() + " components");
    }
  }

  boolean isPrimitive(int component) {
    return accessors.get(component).getReturnType().isPrimitive();
  }

  /** A component with its record, for messages. */
  String name(int component) {
    return type.getName() + "." + accessors.get(component).getName();
  }

  @Nullable Object component(R of, int component) {
    try {
      return accessors.get(component).invoke(of);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(name(component) + "() throws", e.getCause());
    } catch (IllegalAccessException e) {
      throw new LinkageError("access was checked", e);
    }
  }

  R join(@Nullable Object[] components) {
    try {
      return constructor.newInstance(components);
    } catch (InvocationTargetException e) {
      throw new CodecException("the constructor of " + type.getName() + " throws", e.getCause());
    } catch (InstantiationException | IllegalAccessException e) {
      throw new LinkageError("a record is not abstract, and access was checked", e);
    }
  }
}
