package dev.malkoha.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Which process holds a lock file, as the file says: see docs/format/conventions.md. On POSIX the
 * system's lock goes when anything in the holder's process closes the file, a backup that reads it
 * too. What the file says stays.
 *
 * @param start when the process began, in milliseconds since 1970; 0 if that is not known
 * @param file the key of the file that says so: a copy of the file, in a copied directory, says
 *     nothing of that directory
 */
record LockOwner(long pid, long start, String file) {

  private static final Pattern LINE =
      Pattern.compile("process (\\d{1,9}) started (\\d{1,18}) file (.+)\n");

  private static final int BYTES_MAX = 512;

  /** A start is computed from the machine's, which moves a little when its clock is set. */
  private static final long START_TOLERANCE = 2_000;

  static LockOwner of(ProcessHandle process, String file) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return new LockOwner(process.pid(), start, file);
  }

  /** The owner that a file names; null if it names none, or is not from us. */
  static @Nullable LockOwner read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES_MAX);
    channel.read(bytes, 0);
    Matcher line = LINE.matcher(new String(bytes.array(), 0, bytes.position(), US_ASCII));
    if (!line.matches()) {
      return null;
    }
    long pid = Long.parseLong(line.group(1));
    return new LockOwner(pid, Long.parseLong(line.group(2)), line.group(3));
  }

  /** Has the file say so. A power cut ends the process too, so nothing is forced. */
  void write(FileChannel channel) throws IOException {
    String line = "process " + pid + " started " + start + " file " + file + "\n";
    channel.truncate(0).write(ByteBuffer.wrap(line.getBytes(US_ASCII)), 0);
  }

  /** Whether it is another process, which lives and holds the file that this one has locked. */
  boolean keepsOut(LockOwner self) {
    return pid != self.pid
        && file.equals(self.file)
        && ProcessHandle.of(pid)
            .filter(LockOwner::runs)
            .filter(process -> Math.abs(of(process, file).start - start) <= START_TOLERANCE)
            .isPresent();
  }

  /** One that has ended, and whose end its parent has not asked for, has no command any more. */
  private static boolean runs(ProcessHandle process) {
    return process.info().command().or(process.info()::commandLine).isPresent();
  }
}
