package dev.malkoha.engine.beside;

import dev.malkoha.engine.disk.WrappedDisk;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/** A disk on which something else happens before every call to a directory or a file. */
public final class Between {

  /** What is answered without a call to the disk. */
  private static final Set<String> KNOWN = Set.of("toString", "name", "path");

  private static final List<Class<?>> FILES =
      List.of(ReadableFile.class, WritableFile.class, MappedFile.class);

  private Between() {}

  /** A disk on whose directories something else happens before every call. */
  public static Disk calls(Disk disk, Runnable meanwhile) {
    return new WrappedDisk(disk, directory -> calls(directory, meanwhile));
  }

  /** A directory in which something else happens before every call. */
  public static Directory calls(Directory directory, Runnable meanwhile) {
    return seen(Directory.class, directory, meanwhile);
  }

  private static <T> T seen(Class<T> type, T target, Runnable meanwhile) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (!KNOWN.contains(method.getName())) {
            meanwhile.run();
          }
          try {
            return wrapped(method.invoke(target, arguments), meanwhile);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    ClassLoader loader = Between.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
  }

  private static Object wrapped(Object result, Runnable meanwhile) {
    for (Class<?> type : FILES) {
      if (type.isInstance(result)) {
        return wrapped(type, result, meanwhile);
      }
    }
    return result;
  }

  private static <T> T wrapped(Class<T> type, Object result, Runnable meanwhile) {
    return seen(type, type.cast(result), meanwhile);
  }
}
