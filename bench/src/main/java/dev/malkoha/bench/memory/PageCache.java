package dev.malkoha.bench.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The system's cache of files' pages: what nobody has mapped or changed can be dropped. */
final class PageCache {

  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  private static boolean canBeDropped() {
    return Files.isWritable(DROP);
  }

  /** Whether it is dropped, in words. */
  static String describe(boolean dropping) {
    return dropping && canBeDropped()
        ? "dropped before each store is opened"
        : "not dropped, which only root may: what is cached belongs to whoever read it first";
  }

  /** Writes all changed pages and drops all, if that may be. */
  static void drop() {
    if (!canBeDropped()) {
      return;
    }
    try {
      new ProcessBuilder("sync").start().waitFor();
      Files.writeString(DROP, "3", StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IllegalStateException("cannot drop the page cache", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the page cache is dropped", e);
    }
  }
}
