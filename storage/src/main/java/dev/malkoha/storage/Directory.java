package dev.malkoha.storage;

import module java.base;

/**
 * One flat directory of regular files, addressed by plain names.
 *
 * <p>Names that are empty, contain a separator or NUL, or are "." or ".." are refused with {@link
 * IllegalArgumentException}. Links, pipes, devices and subdirectories are never opened as files.
 * Created files have mode 0600. Methods may be called from any thread; calls for one name must not
 * race.
 */
public interface Directory extends Closeable {

  /** The subdirectory for files that nobody names and that are not proven to be of no use. */
  String SET_ASIDE = "set-aside";

  /**
   * Returns a name if it is plain: 1 to 255 characters, no separator of any system, no control
   * character, not "." or "..".
   *
   * @throws IllegalArgumentException if it is not
   */
  static String plain(String name) {
    if (!isPlain(name)) {
      throw new IllegalArgumentException(
          "not a plain file name (empty, \".\", \"..\", too long, or with a separator, colon or"
              + " control character): length "
              + name.length());
    }
    return name;
  }

  /** Whether a name is {@link #plain}. A colon names a volume or another stream on Windows. */
  static boolean isPlain(String name) {
    return !name.isEmpty()
        && name.length() <= 255
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().allMatch(c -> c >= ' ' && c != 0x7f && "/\\:".indexOf(c) < 0);
  }

  /** Where this directory is, for messages. */
  Path path();

  /**
   * Takes the directory for this process by a lock file of the given name, until the lock is
   * closed. Only the holder may delete the lock file, as the last thing that it does in the
   * directory: who comes after makes another one.
   *
   * <p>From then on every call of this object that names a file, lists or forces begins with {@link
   * #requireInPlace}.
   *
   * @throws DirectoryLockedException if another process, or another open in this one, holds it
   */
  DirectoryLock lock(String name) throws IOException;

  /**
   * Takes the directory as {@link #lock} does, but makes no file. A lock file that may not be
   * written to is locked for reading: that keeps writers out, and not other readers' processes. A
   * missing one leaves nothing to lock: the result then keeps nobody out.
   *
   * @throws DirectoryLockedException if another process, or another open in this one, holds it
   */
  DirectoryLock lockExisting(String name) throws IOException;

  /**
   * Throws if this object has taken the directory and its path leads elsewhere now: to nothing, or
   * to another directory, which is not to be touched.
   *
   * @throws DirectoryMovedException if so
   */
  void requireInPlace() throws IOException;

  /**
   * Creates a new, empty file for appending; fails if the name exists.
   *
   * @throws NoSpaceException if the disk is full; there is no file then
   */
  WritableFile create(String name) throws IOException;

  /** Opens an existing regular file to append to it. Nobody else appends meanwhile. */
  WritableFile append(String name) throws IOException;

  /** Opens an existing regular file for reading. */
  ReadableFile open(String name) throws IOException;

  /**
   * Opens an existing regular file that one thread reads once and closes: that costs less than
   * {@link #open}, where the file is small.
   */
  default ReadableFile openOnce(String name) throws IOException {
    return open(name);
  }

  /**
   * Creates a new file of {@code size} zero bytes that are really allocated (written and forced,
   * not extended) and maps all of it for reading and writing. A failure leaves no half-made file.
   *
   * @throws NoSpaceException if the disk is full: this is where that is met
   */
  MappedFile allocate(String name, long size) throws IOException;

  /** Maps all of an existing file, made by {@link #allocate}, for reading and writing. */
  MappedFile map(String name) throws IOException;

  /** The names of all regular files, in no order. */
  List<String> list() throws IOException;

  /** The names of regular files that match; cheaper than listing all if few do. */
  default List<String> list(Predicate<String> wanted) throws IOException {
    return list().stream().filter(wanted).toList();
  }

  /** Whether a regular file of this name exists. */
  boolean exists(String name) throws IOException;

  /** The length of a file in bytes. */
  long size(String name) throws IOException;

  /** Renames a file atomically, replacing a file of the new name. Durable after {@link #force}. */
  void rename(String from, String to) throws IOException;

  /**
   * Gives a file its name in another directory of the same disk as well: a hard link. Both names
   * mean one file from then on, with one content; deleting either leaves the other. Durable after
   * {@link #force} of the other directory; what of the content is durable is the file's own affair.
   *
   * @param to where the name appears; it may be a wrapper of the disk's own directory
   * @return whether it was done: false if no link can lead there (another file system, one without
   *     links, too many of them), and nothing has changed: a copy will do instead
   * @throws java.nio.file.FileAlreadyExistsException if the name is taken there
   * @throws NoSpaceException if the disk is full
   */
  boolean link(String name, Directory to) throws IOException;

  /**
   * Moves a file out of the way, into the subdirectory {@value #SET_ASIDE}, where nothing looks for
   * it again: under its name, or with a number after it if that is taken. Durable after {@link
   * #force}.
   *
   * @return where it lies now, as seen from this directory
   */
  String setAside(String name) throws IOException;

  /** Deletes a file. Durable after {@link #force}. */
  void delete(String name) throws IOException;

  /** Makes all creations, renames and deletions so far durable. */
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
