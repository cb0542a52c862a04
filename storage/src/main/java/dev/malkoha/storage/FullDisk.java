package dev.malkoha.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a full disk, and a process that may open no more files, from what else may keep a file from
 * being made, opened or growing.
 */
final class FullDisk {

  /** The words of systems for a full disk, for a used-up share of it, and of Windows for either. */
  private static final List<String> WORDS =
      List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");

  private FullDisk() {}

  /**
   * The failure to write {@code bytes} bytes to a file: a {@link NoSpaceException} if the disk is
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
    if (WORDS.stream().anyMatch(words::contains) || usable(path) < bytes) {
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
