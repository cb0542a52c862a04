package dev.malkoha.tools.salvage;

import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.sstable.value.ValueFileReader;
import dev.malkoha.sstable.value.ValuePointer;
import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of a damaged store that lie apart: each is verified when it is read. One thread. */
final class ValueSalvage implements Closeable {

  private final Directory directory;
  private final TableFinder finder;
  private final Map<Long, ValueFileReader> open = new HashMap<>();
  private final ValuePointer pointer = new ValuePointer();
  private String file = "";

  ValueSalvage(Directory directory, TableFinder finder) {
    this.directory = directory;
    this.finder = finder;
  }

  /** The value that an entry's bytes point to. */
  byte[] read(byte[] bytes, int at, int length) throws IOException {
    try {
      ValueFiles.point(pointer, bytes, at, length);
    } catch (DbCorruptionException e) {
      throw new IOException("its pointer makes no sense", e);
    }
    file = FileNames.values(pointer.file());
    return reader(pointer.file()).read(pointer);
  }

  /** The name of the file that was read last. */
  String file() {
    return file;
  }

  private ValueFileReader reader(long number) throws IOException {
    ValueFileReader known = open.get(number);
    if (known != null) {
      return known;
    }
    ReadableFile opened = directory.open(FileNames.found(directory, FileNames.values(number)));
    try {
      ValueFileReader reader = ValueFileReader.ofRecords(opened, finder.fileId(number));
      open.put(number, reader);
      return reader;
    } catch (IOException | RuntimeException | Error e) {
      opened.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    Aftermath.closeAll(List.copyOf(open.values()));
  }
}
