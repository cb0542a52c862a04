package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import module java.base;

/** The file-system calls that several types here share, each with the store's caution built in. */
final class FileActions {

  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");
  private static final FileAttribute<?>[] NONE = {};

  private FileActions() {}

  /**
   * Creates an empty file of mode 0600; fails if anything, a dangling link too, has the name.
   *
   * @throws NoSpaceException if the disk has no room for one more
   */
  static void createFile(Path path) throws IOException {
    try {
      Files.createFile(path, mode(path, "rw-------"));
    } catch (NoSuchFileException e) { // not the file, which is to be made
      throw new IOException(
          "the directory of " + path + " is gone; put it back, or open it where it is now", e);
    } catch (IOException e) {
      throw NoSpaceException.reason(e, path, 0);
    }
  }

  /**
   * Links a file; false if the file system will not have it. Java tells the reason in words alone,
   * which a system may have translated, so what is not known for another failure counts as that:
   * who then copies meets any other trouble again.
   *
   * @throws NoSpaceException if the disk has no room for one more name
   */
  static boolean link(Path existing, Path link) throws IOException {
    try {
      Files.createLink(link, existing);
      return true;
    } catch (FileAlreadyExistsException | NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      IOException reason = NoSpaceException.reason(e, link, 0);
      if (reason instanceof NoSpaceException) {
        throw reason;
      }
      return false;
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** Creates a directory of mode 0700. */
  static void createDirectory(Path path) throws IOException {
    Files.createDirectory(path, mode(path, "rwx------"));
  }

  /**
   * The mode is given at creation, never changed afterwards: there is no moment of wider access.
   */
  private static FileAttribute<?>[] mode(Path path, String permissions) {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return NONE;
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  /**
   * The attributes of a regular file.
   *
   * @throws IOException if it is a link, a pipe (whose opening would block for ever), a device or a
   *     directory
   */
  static BasicFileAttributes requireRegular(Path path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new IOException(
          path
              + " is not a regular file; a link, pipe, device or directory is not used: put the file"
              + " itself in its place, or move it away if the store has none of this name");
    }
    return attributes;
  }

  /** Deletes a file that could not be finished; failing to adds to the reason for that. */
  static void deleteHalfMade(Path path, Throwable reason) {
    Aftermath.of(reason, () -> Files.deleteIfExists(path));
  }

  static boolean isRegular(Path path) {
    return Files.isRegularFile(path, NOFOLLOW_LINKS);
  }

  /**
   * Makes a directory's entries durable. That a directory can be opened and forced is not in any
   * Java specification; it works on Linux and macOS and is neither possible nor needed on Windows.
   */
  static void forceDirectory(Path path) throws IOException {
    if (WINDOWS) {
      return;
    }
    OwnThread.call(
        () -> {
          try (FileChannel channel =
              Shortage.outlast(() -> FileChannel.open(path, READ), Shortage::isOfDescriptors)) {
            channel.force(true);
            return true;
          } catch (IOException e) {
            throw naming(path, e);
          }
        });
  }

  /** The failure of a file's channel, of which Java says the reason and not the file. */
  static IOException naming(Path path, IOException failure) {
    return failure.getClass() == IOException.class
        ? new IOException(path + ": " + failure.getMessage(), failure)
        : failure;
  }
}
