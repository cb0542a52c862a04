package dev.malkoha.engine.version;

import module java.base;

/**
 * One open file, of a table or of values, counted by those who hold it. It starts with one holder,
 * its opener. When the last one lets go, the file is closed, and deleted if the manifest does not
 * name it.
 */
public abstract class OpenFile {

  private final String name;
  private final Closeable file;
  private final Consumer<OpenFile> onRelease;
  private final AtomicInteger holders = new AtomicInteger(1);

  /**
   * Wraps an open file.
   *
   * @param onRelease closes it when nobody holds it any more
   */
  OpenFile(String name, Closeable file, Consumer<OpenFile> onRelease) {
    this.name = name;
    this.file = file;
    this.onRelease = onRelease;
  }

  /** The file's name. */
  public String name() {
    return name;
  }

  /** Adds a holder, unless the last one has let go. */
  public boolean tryRetain() {
    return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  /** Adds a holder. Only while there is another one. */
  void retain() {
    holders.incrementAndGet();
  }

  /** Takes a holder away. */
  public void release() {
    if (holders.decrementAndGet() == 0) {
      onRelease.accept(this);
    }
  }

  /** Closes the file. */
  public void close() throws IOException {
    file.close();
  }
}
