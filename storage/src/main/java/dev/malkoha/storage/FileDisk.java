package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The machine's file systems. Stateless; usable from every thread. */
public final class FileDisk implements Disk {

  /** The one real disk. */
  public static final FileDisk INSTANCE = new FileDisk();

  private FileDisk() {}

  @Override
  public Directory openDirectory(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Deque<Path> missing = missing(absolute);
    Path deepest = missing.isEmpty() ? absolute : missing.getFirst().getParent();
    forceEntryOfExisting(deepest);
    for (Path directory : missing) {
      create(directory);
    }
    return openExisting(absolute);
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      throw new IOException(path + " is not a directory; choose another path or move it away");
    }
    return new FileDirectory(path.toRealPath());
  }

  @Override
  public boolean isDirectory(Path path) {
    return Files.isDirectory(path);
  }

  /** The directories to be made, outermost first. */
  private static Deque<Path> missing(Path path) {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path p = path; p != null && !Files.exists(p); p = p.getParent()) {
      missing.addFirst(p);
    }
    return missing;
  }

  /**
   * An earlier process may have made this directory and have been killed before it could force the
   * parent. A parent that we may not read was made by someone else and long ago.
   */
  private static void forceEntryOfExisting(@Nullable Path directory) throws IOException {
    Path parent = directory == null ? null : directory.getParent();
    if (parent != null) {
      try {
        FileActions.forceDirectory(parent);
      } catch (AccessDeniedException e) {
        return;
      }
    }
  }

  private static void create(Path directory) throws IOException {
    try {
      FileActions.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw new IOException(directory + " is not a directory; choose another path", e);
      }
    }
    Path parent = directory.getParent();
    if (parent != null) {
      FileActions.forceDirectory(parent);
    }
  }
}
