package dev.malkoha.engine.tree;

import module java.base;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.DbLockedException;
import dev.malkoha.engine.DbNoSpaceException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.CorruptFileException;
import dev.malkoha.storage.DirectoryLockedException;
import dev.malkoha.storage.NoSpaceException;
import dev.malkoha.storage.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the lower modules throw into the public exceptions, in words that a person can act on.
 */
public final class Failures {

  /** Advice for messages of the operating system. A message in another language gets no advice. */
  private static final Map<String, String> ADVICE =
      Map.of(
          "File name too long", "choose a shorter path",
          "Not a directory", "a part of the path is no directory; choose another path",
          "Read-only file system",
              "mount it for writing, choose another path, or open the store with Db.openReadOnly",
          "Operation not permitted", "this place holds no files of ours; choose another path",
          "No space left on device", "make room on the file system and open the store again",
          "Disk quota exceeded", "make room or raise the quota, and open the store again",
          "Too many open files", "raise the limit of open files (ulimit -n)",
          "Too many levels of symbolic links", "choose a path without the circle",
          "Input/output error", "the device fails; copy the store to another while it can be read");

  /** Messages of systems for a call that a file system does not know. */
  private static final Pattern UNKNOWN_CALL =
      Pattern.compile("Invalid argument|No such device|No locks available|not supported");

  private static final String NEEDS =
      "; a store needs a local file system that maps files, locks them and forces directories, see"
          + " docs/operating.md";

  private Failures() {}

  /** The public form of a failure. */
  public static DbException of(IOException cause) {
    String message = message(cause);
    return switch (cause) {
      case CorruptFileException _ -> new DbCorruptionException(message, cause);
      case NoSuchFileException missing when isFileOfStore(missing.getFile()) ->
          new DbCorruptionException(
              "a file of the store is missing: "
                  + message
                  + "; restore the store from a checkpoint or salvage it",
              cause);
      case NoSpaceException _ ->
          new DbNoSpaceException(
              message + "; what was to be written is not. Make room and try again", cause);
      case CodecMissingException _ -> new DbFormatException(message, cause);
      case DirectoryLockedException _ -> new DbLockedException(message, cause);
      default -> new DbIoException(advice(cause, message), cause);
    };
  }

  /** Runs work and returns its result; throws a failure in its public form. */
  public static <T extends @Nullable Object> T call(OwnThread.Action<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw of(e);
    }
  }

  /** Runs work; throws a failure in its public form. */
  public static void run(Aftermath.Step work) {
    try {
      work.run();
    } catch (IOException e) {
      throw of(e);
    }
  }

  /** Describes a failure of any kind, for a message about its consequences. */
  public static String words(Throwable cause) {
    return message(cause instanceof IOException refused ? of(refused) : cause);
  }

  private static String message(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }

  /** Whether what is not there is a file that makes up a store: not a path that was asked for. */
  private static boolean isFileOfStore(@Nullable String missing) {
    Path file = missing == null ? null : Path.of(missing).getFileName();
    String name = file == null ? "" : file.toString();
    return name.equals(FileNames.CURRENT) || FileNames.number(name).isPresent();
  }

  /**
   * What a file system has refused, and what to do about it. Java's own exceptions for it often
   * name the path, which is in the message, and nothing else.
   */
  private static String advice(IOException cause, String message) {
    return switch (cause) {
      case NoSuchFileException _ ->
          message + " is not there, or not any more; put it back, or choose another path";
      case AccessDeniedException _ ->
          "no permission for " + message + "; let this user have it, or choose another path";
      case FileAlreadyExistsException _ ->
          message + " is there already, where a new file is to be made; move it away";
      case NotDirectoryException _ ->
          message + " is not a directory; choose another path or move it away";
      default ->
          ADVICE.entrySet().stream()
              .filter(known -> message.contains(known.getKey()))
              .findFirst()
              .map(known -> message + "; " + known.getValue())
              .orElseGet(() -> UNKNOWN_CALL.matcher(message).find() ? message + NEEDS : message);
    };
  }
}
