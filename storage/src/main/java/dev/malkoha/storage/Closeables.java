package dev.malkoha.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Closes several things, all of them, whatever fails. */
public final class Closeables {

  private Closeables() {}

  /** Closes in order, all of them; the first failure is thrown at the end, later ones attached. */
  @SuppressWarnings("try") // what is named only to be closed
  public static void closeAll(List<? extends Closeable> parts) throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    try (Closeable last = () -> closeAll(parts.subList(1, parts.size()))) {
      parts.getFirst().close();
    }
  }
}
