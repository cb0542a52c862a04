package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import module java.base;

import org.jspecify.annotations.Nullable;

/** The machine's file systems. Stateless; usable from every thread. */
public final class FileDisk implements Disk {

  /** The one real disk. */
  public static final FileDisk INSTANCE = new FileDisk();

  private FileDisk() {}

  @Override
  public Directory openDirectory(Path path) throws IOException {
    requireMachines(path);
    Path absolute = path.toAbsolutePath(); // ".." is the system's to follow, as links are
    Deque<Path> missing = missing(absolute);
    Path deepest = missing.isEmpty() ? absolute : missing.getFirst().getParent();
    requireDirectory(deepest);
    forceEntryOfExisting(deepest);
    for (Path directory : missing) {
      create(directory);
    }
    return openExisting(absolute);
  }

  /** Files of other file systems can be neither mapped nor locked. */
  private static void requireMachines(Path path) throws IOException {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      throw new IOException(
          path + " lies in " + path.getFileSystem() + ": Operation not supported");
    }
  }

  @Override
  public Directory openExisting(Path path) throws IOException {
    requireMachines(path);
    requireDirectory(path);
    return new FileDirectory(path.toRealPath());
  }

  /** A path whose name is too long, or that leads through a file, is that of nothing. */
  @Override
  public boolean isDirectory(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      return false;
    }
  }

  @Override
  public List<String> directories(Path path) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (Directory.isPlain(name) && Files.isDirectory(entry, NOFOLLOW_LINKS)) {
          names.add(name);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
    return names;
  }

  @Override
  public void deleteDirectory(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (!Files.readAttributes(absolute, BasicFileAttributes.class, NOFOLLOW_LINKS).isDirectory()) {
      throw new NotDirectoryException(absolute.toString());
    }
    Files.delete(absolute);
    Path parent = absolute.getParent();
    if (parent != null) {
      FileActions.forceDirectory(parent);
    }
  }

  private static void requireDirectory(@Nullable Path path) throws IOException {
    if (path != null && !Files.isDirectory(path)) {
      throw new IOException(path + " is not a directory; choose another path or move it away");
    }
  }

  /** The directories to be made, outermost first. There is no way back out of one. */
  private static Deque<Path> missing(Path path) throws NoSuchFileException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path p = path; p != null && !Files.exists(p); p = p.getParent()) {
      missing.addFirst(p);
    }
    if (missing.stream().anyMatch(p -> p.endsWith(".."))) {
      throw new NoSuchFileException(String.valueOf(missing.getFirst()));
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
    } catch (NoSuchFileException e) {
      throw new IOException(
          "the directory " + directory + " cannot be made there; choose another path", e);
    }
    Path parent = directory.getParent();
    if (parent != null) {
      FileActions.forceDirectory(parent);
    }
  }
}
