package dev.malkoha.engine.version;

import module java.base;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/**
 * The value files that the tables of one version point into. Never changes. Any thread, as long as
 * the version is held.
 */
public final class ValueFiles {

  /** The value files of tables whose entries hold all their values: none. */
  public static final ValueFiles NONE = new ValueFiles(Map.of());

  private final Map<Long, OpenValueFile> files;

  private ValueFiles(Map<Long, OpenValueFile> files) {
    this.files = files;
  }

  /** The value files of some tables. */
  static ValueFiles of(Collection<Table> tables) {
    Map<Long, OpenValueFile> files = new TreeMap<>();
    for (Table table : tables) {
      table.valueFiles().forEach(file -> files.put(file.meta().number(), file));
    }
    return files.isEmpty() ? NONE : new ValueFiles(Map.copyOf(files));
  }

  /** All of them, in no order. */
  public Collection<OpenValueFile> all() {
    return files.values();
  }

  /** Reads the value that a pointer leads to, into an array of its own. */
  public byte[] read(ValuePointer pointer) throws IOException {
    return file(pointer).reader().read(pointer);
  }

  /** Reads it to the start of an array, or of a longer one, and returns that. */
  public byte[] read(ValuePointer pointer, byte[] into) throws IOException {
    return file(pointer).reader().read(pointer, into);
  }

  private OpenValueFile file(ValuePointer pointer) {
    return require(files.get(pointer.file()), pointer.file());
  }

  /** Requires that a value file is known because an entry points into it; throws if not. */
  public static <T> T require(@Nullable T file, long number) {
    if (file == null) {
      throw new DbCorruptionException(
          "a table points into "
              + FileNames.values(number)
              + ", which the manifest does not say it does; restore the store from a checkpoint or salvage it",
          null);
    }
    return file;
  }

  /** Has a pointer point where an entry's bytes say. */
  public static void point(ValuePointer pointer, byte[] bytes, int at, int length) {
    try {
      pointer.read(bytes, at, length);
    } catch (MalformedBytesException e) {
      throw new DbCorruptionException(
          "an entry of a table does not tell where its value is: "
              + e.problem()
              + "; restore the store from a checkpoint or salvage it",
          e);
    }
  }

  /** One open value file, counted by the open tables that point into it. */
  public static final class OpenValueFile extends OpenFile {

    private final ValueFileMeta meta;
    private final ValueFileReader reader;

    /** Wraps an open file, held once. */
    public OpenValueFile(ValueFileMeta meta, ValueFileReader reader, Consumer<OpenFile> onRelease) {
      super(FileNames.values(meta.number()), reader, onRelease);
      this.meta = meta;
      this.reader = reader;
    }

    /** The manifest's facts of the file. */
    public ValueFileMeta meta() {
      return meta;
    }

    /** Its values. */
    public ValueFileReader reader() {
      return reader;
    }
  }
}
