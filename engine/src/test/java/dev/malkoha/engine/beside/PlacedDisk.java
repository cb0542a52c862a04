package dev.malkoha.engine.beside;

import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A disk on which directories take each other's place: whoever opens a path sees, at each call,
 * what lies there then, as on a file system where directories are renamed.
 */
final class PlacedDisk implements Disk {

  private final Disk disk;
  private @Nullable Path place;

  /** Has nothing in its place yet. */
  PlacedDisk(Disk disk) {
    this.disk = disk;
  }

  /** Puts a directory in the place of the one before; null: nothing lies there. */
  void place(@Nullable Path directory) {
    place = directory;
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return openExisting(path);
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    if (place == null) {
      throw new NoSuchFileException(path + " is not a directory");
    }
    Class<Directory> type = Directory.class;
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(path, method, arguments)));
  }

  private Object call(Path path, Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "path", "toString" -> {
        return method.getName().equals("path") ? path : path.toString();
      }
      case "close" -> {
        return null;
      }
      case "exists" -> {
        if (place == null) {
          return false;
        }
      }
      default -> {}
    }
    if (place == null) {
      throw new NoSuchFileException(path.toString());
    }
    try (Directory now = disk.openExisting(place)) {
      return method.invoke(now, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean isDirectory(Path path) {
    return place != null;
  }

  @Override
  public List<String> directories(Path path) {
    return List.of();
  }

  @Override
  public void deleteDirectory(Path path) {
    throw new UnsupportedOperationException("no directory goes by itself");
  }
}
