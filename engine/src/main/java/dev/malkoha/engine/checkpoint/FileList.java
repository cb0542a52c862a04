package dev.malkoha.engine.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.engine.Checkpoint;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.recovery.StoreDirectory;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.wal.Log;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code CHECKPOINT}: which files make up a checkpoint. See docs/format/checkpoint.md.
 *
 * @param storeId of the store that the checkpoint is of
 * @param sequence of the last write that it holds
 * @param files in the order in which they are to be copied: CURRENT last
 */
public record FileList(long storeId, long sequence, List<Checkpoint.File> files) {

  private static final String TITLE = "malkoha checkpoint ";
  private static final String VERSION = "1";
  private static final long BYTES_MAX = Math.min(1 << 28, Runtime.getRuntime().maxMemory() / 16);

  private static final Pattern FILE = Pattern.compile("file (\\S+) ([0-9]{1,18}) ([0-9a-f]{8})");

  private static final Pattern STORE = Pattern.compile("store ([0-9a-f]{16})");
  private static final Pattern SEQUENCE = Pattern.compile("sequence ([0-9]{1,18})");
  private static final Pattern CRC = Pattern.compile("crc ([0-9a-f]{8})");

  /** Takes the list as it is. */
  public FileList {
    files = List.copyOf(files);
  }

  /** The file of a name; null if it is not among them. */
  Checkpoint.@Nullable File file(String name) {
    for (Checkpoint.File file : files) {
      if (file.name().equals(name)) {
        return file;
      }
    }
    return null;
  }

  /** The text of the file, as bytes. */
  public byte[] encode() {
    HexFormat hex = HexFormat.of();
    StringBuilder text = new StringBuilder(TITLE + VERSION + "\n");
    text.append("store ").append(hex.toHexDigits(storeId)).append('\n');
    text.append("sequence ").append(sequence).append('\n');
    for (Checkpoint.File file : files) {
      text.append("file ").append(file.name()).append(' ').append(file.bytes()).append(' ');
      text.append(hex.toHexDigits(file.crc32c())).append('\n');
    }
    byte[] summed = text.toString().getBytes(UTF_8);
    text.append("crc ").append(hex.toHexDigits(Crc32c.of(summed, 0, summed.length))).append('\n');
    return text.toString().getBytes(UTF_8);
  }

  /** Writes the list into a directory; it is forced, its name is not. */
  void write(Directory directory) throws IOException {
    byte[] bytes = encode();
    try (WritableFile file = directory.create(FileNames.CHECKPOINT)) {
      file.append(bytes, 0, bytes.length);
      file.force();
    }
  }

  /**
   * Reads the list of a complete checkpoint.
   *
   * @throws DbNotFoundException if there is none
   * @throws DbCorruptionException if it is unfinished, or its list damaged
   * @throws DbFormatException if a later release wrote it
   */
  public static FileList read(Directory directory) throws IOException {
    StoreDirectory.refuseUnfinished(directory);
    if (!directory.exists(FileNames.CHECKPOINT)) {
      throw new DbNotFoundException(
          "%s is no checkpoint: there is no file %s in it. If there was one, the checkpoint was opened for writing since, and is a store of its own now; name another directory"
              .formatted(directory.path(), FileNames.CHECKPOINT),
          null);
    }
    byte[] bytes = readAll(directory);
    FileList list = parse(bytes, directory);
    if (!directory.exists(FileNames.CURRENT)) {
      throw damaged(directory, FileNames.CURRENT + " is missing");
    }
    return list;
  }

  private static byte[] readAll(Directory directory) throws IOException {
    try (ReadableFile file = directory.open(FileNames.CHECKPOINT)) {
      if (file.size() > BYTES_MAX) {
        throw damaged(directory, "its list, the file CHECKPOINT, has " + file.size() + " bytes");
      }
      byte[] bytes = new byte[endsInLine(file) ? (int) file.size() : 0];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** Whether a file ends with a line end. One that does not is no list, and may be long. */
  private static boolean endsInLine(ReadableFile file) throws IOException {
    byte[] last = new byte[(int) Math.min(1, file.size())];
    file.read(file.size() - last.length, last, 0, last.length);
    return last.length > 0 && last[0] == '\n';
  }

  /** Whatever is not exactly as it was written is damage, the checksum included. */
  private static FileList parse(byte[] bytes, Directory directory) {
    List<String> lines = new String(bytes, UTF_8).lines().toList();
    String title = lines.isEmpty() ? "" : lines.getFirst();
    boolean isWhole = lines.size() > 3 && checksumVerifies(bytes, lines.getLast());
    if (isWhole && title.startsWith(TITLE) && !title.equals(TITLE + VERSION)) {
      throw new DbFormatException(
          "%s is a checkpoint of format %s; this release knows format %s: use a release that knows it"
              .formatted(directory.path(), title.substring(TITLE.length()), VERSION),
          null);
    }
    FileList list = isWhole ? parse(lines) : null;
    if (list == null || !Arrays.equals(list.encode(), bytes)) {
      throw damaged(directory, "its list, the file CHECKPOINT, does not verify");
    }
    return list;
  }

  private static boolean checksumVerifies(byte[] bytes, String last) {
    Matcher crc = CRC.matcher(last);
    int summed = bytes.length - last.length() - 1;
    return crc.matches()
        && summed > 0
        && HexFormat.fromHexDigits(crc.group(1)) == Crc32c.of(bytes, 0, summed);
  }

  private static @Nullable FileList parse(List<String> lines) {
    Matcher store = STORE.matcher(lines.get(1));
    Matcher sequence = SEQUENCE.matcher(lines.get(2));
    if (!store.matches() || !sequence.matches()) {
      return null;
    }
    List<Checkpoint.File> files = new ArrayList<>();
    for (String line : lines.subList(3, lines.size() - 1)) {
      Matcher file = FILE.matcher(line);
      if (!file.matches() || !isStored(file.group(1))) {
        return null;
      }
      int crc = HexFormat.fromHexDigits(file.group(3));
      files.add(new Checkpoint.File(file.group(1), Long.parseLong(file.group(2)), crc));
    }
    boolean endsWell =
        !files.isEmpty() && Objects.equals(files.getLast().name(), FileNames.CURRENT);
    long id = HexFormat.fromHexDigitsToLong(store.group(1));
    return endsWell ? new FileList(id, Long.parseLong(sequence.group(1)), files) : null;
  }

  /** Whether a file of this name can be part of a store that nobody has open. */
  static boolean isStored(String name) {
    return name.equals(FileNames.CURRENT) || FileNames.number(name).isPresent() || Log.isFile(name);
  }

  /** The exception for a checkpoint that has changed. */
  static DbCorruptionException damaged(Directory directory, String problem) {
    return new DbCorruptionException(
        "the checkpoint in " + directory.path() + " is damaged: " + problem + "; use another one",
        null);
  }

  /** All bytes of a file, from its beginning to its end, and what they add up to. */
  public static final class FileBytes {

    private static final int CHUNK_BYTES = 1 << 18;

    /** Takes bytes one after the other. */
    interface Sink {
      void accept(byte[] bytes, int offset, int length) throws IOException;
    }

    private FileBytes() {}

    /**
     * Reads a file and returns the CRC-32C of its bytes.
     *
     * @param sink takes the bytes
     * @param check is asked now and then, and throws if it is of no use to go on
     */
    static int crc(Directory directory, String name, Sink sink, Runnable check) throws IOException {
      CRC32C crc = new CRC32C();
      try (ReadableFile file = directory.open(name)) {
        byte[] chunk = new byte[Math.clamp(file.size(), 1, CHUNK_BYTES)];
        for (long at = 0; at < file.size(); at += chunk.length) {
          check.run();
          int length = (int) Math.min(chunk.length, file.size() - at);
          file.read(at, chunk, 0, length);
          crc.update(chunk, 0, length);
          sink.accept(chunk, 0, length);
        }
      }
      return (int) crc.getValue();
    }

    /** A file as it is now. */
    static Checkpoint.File describe(Directory directory, String name, Runnable check)
        throws IOException {
      int crc = crc(directory, name, (bytes, offset, length) -> {}, check);
      return new Checkpoint.File(name, directory.size(name), crc);
    }

    /** In what files are not as they are listed, in one sentence each. */
    public static List<String> problems(Directory directory, List<Checkpoint.File> listed) {
      List<String> problems = new ArrayList<>();
      for (Checkpoint.File was : listed) {
        try {
          Checkpoint.File found = describe(directory, was.name(), () -> {});
          if (found.bytes() != was.bytes()) {
            problems.add(was.name() + " has " + found.bytes() + " bytes, and had " + was.bytes());
          } else if (!found.equals(was)) {
            problems.add(was.name() + " has other bytes than it had: its checksum differs");
          }
        } catch (NoSuchFileException e) {
          problems.add(was.name() + " is missing");
        } catch (IOException e) {
          problems.add(was.name() + " cannot be read: " + Failures.words(e));
        }
      }
      return problems;
    }
  }
}
