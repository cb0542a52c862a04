package dev.malkoha.storage;

import module java.base;

import dev.malkoha.storage.MemoryDirectory.Content;
import org.jspecify.annotations.Nullable;

/**
 * A disk in the heap: what is on it goes with the object. Nothing on it fails, and nothing is more
 * durable than anything else. Any thread; one monitor guards all but the bytes of files.
 */
public final class MemoryDisk implements Disk {

  private final Map<Path, Content> directories = new HashMap<>();

  /** Creates an empty disk. */
  public MemoryDisk() {}

  private static Path plain(Path path) {
    return path.toAbsolutePath().normalize();
  }

  @Override
  public synchronized Directory openDirectory(Path path) throws IOException {
    for (Path each = plain(path); each != null; each = each.getParent()) {
      refuseFile(each);
      directories.computeIfAbsent(each, _ -> new Content());
    }
    return new MemoryDirectory(this, path);
  }

  @Override
  public synchronized Directory openExisting(Path path) throws IOException {
    refuseFile(plain(path));
    at(path);
    return new MemoryDirectory(this, path);
  }

  private void refuseFile(Path path) throws NotDirectoryException {
    Content above = path.getParent() == null ? null : directories.get(path.getParent());
    if (above != null && above.files.containsKey(String.valueOf(path.getFileName()))) {
      throw new NotDirectoryException(path.toString());
    }
  }

  /** The content of a directory. */
  synchronized Content at(Path path) throws NoSuchFileException {
    Content content = find(path);
    if (content == null) {
      throw new NoSuchFileException(path.toString());
    }
    return content;
  }

  /** The content of a directory; null if there is none. */
  synchronized @Nullable Content find(Path path) {
    return directories.get(plain(path));
  }

  @Override
  public synchronized boolean isDirectory(Path path) {
    return find(path) != null;
  }

  @Override
  public synchronized List<String> directories(Path path) {
    TreeSet<String> names = new TreeSet<>();
    for (Path each : directories.keySet()) {
      if (plain(path).equals(each.getParent())) {
        names.add(String.valueOf(each.getFileName()));
      }
    }
    Content content = find(path);
    if (content != null && !content.setAside.isEmpty()) {
      names.add(Directory.SET_ASIDE);
    }
    return List.copyOf(names);
  }

  @Override
  public synchronized void deleteDirectory(Path path) throws IOException {
    refuseFile(plain(path));
    if (!at(path).isEmpty() || !directories(path).isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    directories.remove(plain(path));
  }

  /** Gives a directory another path, with all below it: for tests. */
  synchronized void move(Path from, Path to) {
    Path source = plain(from);
    for (Path each : List.copyOf(directories.keySet())) {
      Content moved = each.startsWith(source) ? directories.remove(each) : null;
      if (moved != null) {
        directories.put(plain(to).resolve(source.relativize(each)), moved);
      }
    }
  }
}
