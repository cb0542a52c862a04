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
    int middle = parts.size() / 2;
    if (parts.size() == 1) {
      parts.getFirst().close();
    } else if (middle > 0) { // halves, as there may be thousands
      try (Closeable last = () -> closeAll(parts.subList(middle, parts.size()))) {
        closeAll(parts.subList(0, middle));
      }
    }
  }
}
