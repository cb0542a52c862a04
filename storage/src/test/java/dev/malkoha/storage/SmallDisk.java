package dev.malkoha.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A real file system of a few megabytes, in memory, that can be filled up and emptied again. */
public final class SmallDisk implements AutoCloseable {

  private final Path path;
  private final Path ballast;

  private SmallDisk(Path path) {
    this.path = path;
    this.ballast = path.resolve("ballast");
  }

  /** Mounts one over an empty directory; none where that cannot be done. */
  public static Optional<SmallDisk> mount(Path directory, int megabytes) throws IOException {
    String size = "size=" + megabytes + "m";
    boolean mounted =
        Files.isExecutable(Path.of("/bin/mount"))
            && run(List.of("/bin/mount", "-t", "tmpfs", "-o", size, "tmpfs", "" + directory));
    return mounted ? Optional.of(new SmallDisk(directory)) : Optional.empty();
  }

  private static boolean run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Leaves only so many bytes of room, or less if others write meanwhile. */
  public void fillBut(long bytes) throws IOException {
    byte[] chunk = new byte[1 << 12];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      while (free() >= bytes + chunk.length) {
        out.write(chunk);
      }
    } catch (IOException e) {
      if (free() > bytes) {
        throw e;
      }
    }
  }

  /** Gives the room back. */
  public void empty() throws IOException {
    Files.deleteIfExists(ballast);
  }

  /** Bytes of room. */
  public long free() throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }

  @Override
  public void close() throws IOException {
    run(List.of("/bin/umount", path.toString()));
  }
}
