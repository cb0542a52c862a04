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
public final class PlacedDisk implements Disk {

  private @Nullable Disk disk;
  private Path place = Path.of("/");

  /** Has nothing in its place yet. */
  public PlacedDisk() {}

  /** Puts a directory of a disk in the place of the one before. */
  public void place(Disk of, Path directory) {
    disk = of;
    place = directory;
  }

  /** Has nothing in its place. */
  void clear() {
    disk = null;
  }

  @Override
  public Directory openDirectory(Path path) throws IOException {
    return openExisting(path);
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    if (disk == null) {
      throw new NoSuchFileException(path + " is not a directory");
    }
    Class<Directory> type = Directory.class;
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(path, method, arguments)));
  }

  private @Nullable Object call(Path path, Method method, Object[] arguments) throws Throwable {
    Disk now = disk;
    return switch (method.getName()) {
      case "path" -> path;
      case "toString" -> path.toString();
      case "close" -> null;
      case "exists" -> now != null && (boolean) call(now, method, arguments);
      default -> {
        if (now == null) {
          throw new NoSuchFileException(path.toString());
        }
        yield call(now, method, arguments);
      }
    };
  }

  private Object call(Disk now, Method method, Object[] arguments) throws Throwable {
    try (Directory directory = now.openExisting(place)) {
      return method.invoke(directory, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public boolean isDirectory(Path path) {
    return disk != null;
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
