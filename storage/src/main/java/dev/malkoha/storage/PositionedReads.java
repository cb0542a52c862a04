package dev.malkoha.storage;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Reads of one file at positions, by descriptors of its own: each read has one that no other uses
 * meanwhile. They are no channels, so interrupts do not close them.
 *
 * <p>Descriptors are opened when they are needed and kept as the limit allows. Where none is to be
 * had, or another file has the name by now, nothing is read.
 */
final class PositionedReads implements Closeable {

  /** Says that nothing was read. */
  static final long NOT_READ = -1;

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String OPEN_FILES = "Max open files";

  /** The limit that is assumed if the system does not tell one. */
  private static final long USUAL_LIMIT = 1024;

  /** Descriptors that are kept open in this process: a part of its limit. */
  private static final int MOST_KEPT = mostKept();

  /** Descriptors that may be open at a time, while reads run side by side. */
  private static final int MOST_OPEN = 2 * MOST_KEPT;

  private static final AtomicInteger OPEN = new AtomicInteger();

  private final Path path;

  /** The system's key of the file; null where it has none. */
  private final @Nullable Object key;

  private final ConcurrentLinkedDeque<RandomAccessFile> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  PositionedReads(Path path, BasicFileAttributes attributes) {
    this.path = path;
    this.key = attributes.fileKey();
  }

  private static int mostKept() {
    try (Stream<String> lines = Files.lines(LIMITS)) {
      return mostKept(lines);
    } catch (IOException | RuntimeException e) { // another system
      return mostKept(Stream.empty());
    }
  }

  /** An eighth of the limit, but no more than 512. */
  static int mostKept(Stream<String> limits) {
    long limit =
        limits
            .filter(line -> line.startsWith(OPEN_FILES))
            .mapToLong(line -> limit(line.substring(OPEN_FILES.length()).strip()))
            .findFirst()
            .orElse(USUAL_LIMIT);
    return (int) Math.min(512, limit / 8);
  }

  private static long limit(String columns) {
    String soft = columns.substring(0, columns.indexOf(' '));
    return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
  }

  /**
   * Fills a part of an array from a position of the file on.
   *
   * @return how long that took, in ns; or {@link #NOT_READ} if no descriptor is to be had
   * @throws IOException if the device fails, or the file ends before
   */
  long read(long position, byte[] into, int offset, int length) throws IOException {
    RandomAccessFile file = acquire();
    if (file == null) {
      return NOT_READ;
    }
    try {
      long begin = System.nanoTime();
      file.seek(position);
      file.readFully(into, offset, length);
      return System.nanoTime() - begin;
    } finally {
      giveBack(file);
    }
  }

  /** A descriptor that no other read uses until it is given back; null if none is to be had. */
  @Nullable RandomAccessFile acquire() throws IOException {
    RandomAccessFile kept = idle.poll();
    return kept != null ? kept : open();
  }

  private @Nullable RandomAccessFile open() throws IOException {
    if (OPEN.incrementAndGet() <= MOST_OPEN && isSame()) {
      RandomAccessFile file = tryOpen();
      if (file != null && isSame()) {
        return file;
      }
      if (file != null) {
        file.close();
      }
    }
    OPEN.decrementAndGet();
    return null;
  }

  /** Whether the path still leads to the file: another store may have been put in its place. */
  private boolean isSame() {
    try {
      BasicFileAttributes now =
          Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
      return now.isRegularFile() && (key == null || key.equals(now.fileKey()));
    } catch (IOException e) { // it is gone; who has mapped it reads on
      return false;
    }
  }

  private @Nullable RandomAccessFile tryOpen() {
    try {
      return new RandomAccessFile(path.toFile(), "r");
    } catch (IOException e) { // as of too many open files
      return null;
    }
  }

  void giveBack(RandomAccessFile file) throws IOException {
    if (OPEN.get() <= MOST_KEPT) {
      idle.push(file);
      if (closed) {
        close();
      }
    } else {
      OPEN.decrementAndGet();
      file.close();
    }
  }

  /** Closes what no read is using; the others are closed when they are given back. */
  @Override
  public void close() throws IOException {
    closed = true;
    for (RandomAccessFile file = idle.poll(); file != null; file = idle.poll()) {
      OPEN.decrementAndGet();
      file.close();
    }
  }
}
