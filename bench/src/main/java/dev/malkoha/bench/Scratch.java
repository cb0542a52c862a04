package dev.malkoha.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A directory of our own for the stores of one run. It is deleted with all it holds when the run
 * closes it, and also when the process is interrupted.
 */
public final class Scratch implements AutoCloseable {

  private final File root;
  private final Thread atExit;
  private int made;

  private Scratch(File root) {
    this.root = root;
    this.atExit = new Thread(() -> deleteTree(root), "malkoha-scratch");
  }

  /**
   * Makes a new directory inside an existing one.
   *
   * @throws IOException if that is not possible
   */
  public static Scratch in(Path parent) throws IOException {
    File root = parent.resolve("malkoha-" + UUID.randomUUID()).toFile();
    if (!root.mkdir()) {
      throw new IOException("cannot make a directory in " + parent + "; is it there and writable?");
    }
    Scratch scratch = new Scratch(root);
    Runtime.getRuntime().addShutdownHook(scratch.atExit);
    return scratch;
  }

  /** The place for temporary files that this machine names. */
  public static Path defaultParent() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /** A new, empty directory. */
  public Path directory(String name) {
    File directory = new File(root, made++ + "-" + name);
    if (!directory.mkdir()) {
      throw new IllegalStateException("cannot make " + directory);
    }
    return directory.toPath();
  }

  /** Deletes a directory and all it holds. */
  public static void delete(Path directory) {
    deleteTree(directory.toFile());
  }

  /** Bytes of all files in a directory, as their lengths say. */
  public static long bytesIn(Path directory) {
    return bytesIn(directory, "");
  }

  /** Bytes of the files in a directory whose names end so, as their lengths say. */
  public static long bytesIn(Path directory, String suffix) {
    return bytesIn(directory.toFile(), suffix);
  }

  private static long bytesIn(File at, String suffix) {
    File[] inside = at.listFiles();
    if (inside == null) {
      return at.getName().endsWith(suffix) ? at.length() : 0;
    }
    long sum = 0;
    for (File file : inside) {
      sum += bytesIn(file, suffix);
    }
    return sum;
  }

  private static void deleteTree(File at) {
    File[] inside = at.listFiles();
    if (inside != null) {
      for (File file : inside) {
        deleteTree(file);
      }
    }
    if (!at.delete()) {
      at.deleteOnExit();
    }
  }

  @Override
  public void close() {
    deleteTree(root);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is already ending and the hook runs: nothing is left to take back.
    }
  }
}
