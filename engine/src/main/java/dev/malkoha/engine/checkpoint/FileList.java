package dev.malkoha.engine.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

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

  private static final HexFormat HEX = HexFormat.of();

  private static final int CHUNK_BYTES = 1 << 18;

  /** Takes the list as it is. */
  public FileList {
    files = List.copyOf(files);
  }

  /** The text of the file, as bytes. */
  public byte[] encode() {
    StringBuilder text = new StringBuilder(TITLE + VERSION);
    text.append("\nstore ").append(HEX.toHexDigits(storeId));
    text.append("\nsequence ").append(sequence).append('\n');
    for (Checkpoint.File file : files) {
      String crc = HEX.toHexDigits(file.crc32c());
      text.append("file " + file.name() + " " + file.bytes() + " " + crc + "\n");
    }
    byte[] summed = text.toString().getBytes(UTF_8);
    return text.append(checksumLine(summed, summed.length)).toString().getBytes(UTF_8);
  }

  private static String checksumLine(byte[] bytes, int length) {
    return "crc " + HEX.toHexDigits(Crc32c.of(bytes, 0, length)) + "\n";
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
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** Whatever is not exactly as it was written is damage, the checksum included. */
  private static FileList parse(byte[] bytes, Directory directory) {
    String text = new String(bytes, UTF_8);
    int summed = text.lastIndexOf('\n', text.length() - 2) + 1;
    boolean isWhole = text.substring(summed).equals(checksumLine(bytes, summed));
    if (isWhole && text.startsWith(TITLE) && !text.startsWith(TITLE + VERSION + "\n")) {
      String version = text.substring(TITLE.length(), text.indexOf('\n'));
      throw new DbFormatException(
          "%s is a checkpoint of format %s; this release knows format %s: use a release that knows it"
              .formatted(directory.path(), version, VERSION),
          null);
    }
    FileList list = isWhole ? parse(text.lines().toList()) : null;
    if (list == null || !Arrays.equals(list.encode(), bytes)) {
      throw damaged(directory, "its list, the file CHECKPOINT, does not verify");
    }
    return list;
  }

  /** The list that lines tell of; null if they tell of none. */
  private static @Nullable FileList parse(List<String> lines) {
    try {
      List<Checkpoint.File> files = new ArrayList<>();
      for (String line : lines.subList(3, lines.size() - 1)) {
        String[] words = line.split(" ", -1);
        int crc = HexFormat.fromHexDigits(words[3]);
        files.add(new Checkpoint.File(words[1], Long.parseLong(words[2]), crc));
      }
      long id = HexFormat.fromHexDigitsToLong(lines.get(1).split(" ", -1)[1]);
      long sequence = Long.parseLong(lines.get(2).split(" ", -1)[1]);
      boolean isStore =
          files.stream().allMatch(file -> isStored(file.name()) && file.bytes() >= 0)
              && files.getLast().name().equals(FileNames.CURRENT);
      return isStore && sequence >= 0 ? new FileList(id, sequence, files) : null;
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NoSuchElementException e) {
      return null;
    }
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

  /**
   * Reads a file and returns the CRC-32C of its bytes.
   *
   * @param copy takes the bytes, if there is one
   * @param check is asked now and then, and throws if it is of no use to go on
   */
  static int crc(Directory directory, String name, @Nullable WritableFile copy, Runnable check)
      throws IOException {
    CRC32C crc = new CRC32C();
    try (ReadableFile file = directory.open(name)) {
      byte[] chunk = new byte[Math.clamp(file.size(), 1, CHUNK_BYTES)];
      for (long at = 0; at < file.size(); at += chunk.length) {
        check.run();
        int length = (int) Math.min(chunk.length, file.size() - at);
        file.read(at, chunk, 0, length);
        crc.update(chunk, 0, length);
        if (copy != null) {
          copy.append(chunk, 0, length);
        }
      }
    }
    return (int) crc.getValue();
  }

  /** A file as it is now. */
  static Checkpoint.File describe(Directory directory, String name, Runnable check)
      throws IOException {
    int crc = crc(directory, name, null, check);
    return new Checkpoint.File(name, directory.size(name), crc);
  }

  /** Compares files with their list: one sentence for each difference. */
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
