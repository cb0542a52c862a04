package dev.malkoha.storage;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Says that the disk, or the user's share of it, has no room for what was to be written, or that
 * the process has no descriptor left to open a file.
 *
 * <p>Thrown only where a file is made, opened or grows, never by a force: so nothing that was
 * promised is in doubt, and the same may be tried again, in another file, when there is room.
 */
public final class NoSpaceException extends IOException {

  private static final long serialVersionUID = 1L;

  /** The words of systems for a full disk, for a used-up share of it, and of Windows for either. */
  private static final List<String> WORDS =
      List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");

  /** Creates the exception with a message that names the file. */
  public NoSpaceException(String message) {
    super(message);
  }

  /** Creates the exception with a message that names the file, and the system's own. */
  public NoSpaceException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The failure to write {@code bytes} bytes to a file: an exception of this type if the disk is
   * full or no descriptor is left, otherwise as it is.
   *
   * <p>Java tells the reason in words alone, which a system may have translated. So words that say
   * nothing are not the last word: a disk that has less left than was to be written is full.
   */
  static IOException reason(IOException failure, Path path, long bytes) {
    String words = String.valueOf(words(failure));
    if (words.contains(Shortage.NO_DESCRIPTOR)) {
      return new NoSpaceException(
          path + ": no descriptor is left for it (" + words + "); raise the limit (ulimit -n)",
          failure);
    }
    if (WORDS.stream().anyMatch(words::contains) || (bytes > 0 && usable(path) < bytes)) {
      return new NoSpaceException(
          path + ": there is no room for " + what(bytes) + " (" + words + ")", failure);
    }
    return FileActions.naming(path, failure);
  }

  private static String what(long bytes) {
    return bytes == 0 ? "a new file" : bytes + " bytes more";
  }

  private static @Nullable String words(IOException failure) {
    return failure instanceof FileSystemException e ? e.getReason() : failure.getMessage();
  }

  /** Bytes that may still be written; as many as you like where nobody knows. */
  private static long usable(Path path) {
    try {
      return Files.getFileStore(path).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
