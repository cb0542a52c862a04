package dev.malkoha.sstable;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.compression.CodecMissingException;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.HeapFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.SortedSet;

/** A place in memory where tests build tables and open them. */
public final class Tables {

  public static final KeyHasher HASHER = new KeyHasher(0x5eedL);
  public static final long FILE_ID = 7;

  final SimulatedDisk disk = new SimulatedDisk();
  public final Directory directory;
  private int files;

  public Tables() throws IOException {
    directory = disk.openDirectory(Path.of("tables"));
  }

  public static TableOptions options(int blockBytes, int codec) {
    try {
      return new TableOptions(blockBytes, Codecs.ready(codec), FilterPolicy.cuckoo(0.002), HASHER);
    } catch (CodecMissingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds a table of the entries in a new file and returns the file's name. */
  public String build(SortedSet<Entry> entries, TableOptions options) throws IOException {
    String name = "table-" + files++;
    try (TableBuilder builder = new TableBuilder(directory.create(name), FILE_ID, options)) {
      for (Entry entry : entries) {
        add(builder, entry);
      }
      builder.finish();
    }
    return name;
  }

  /** The bytes of a table of the entries. */
  public byte[] bytes(SortedSet<Entry> entries, TableOptions options) throws IOException {
    String name = build(entries, options);
    byte[] bytes = new byte[Math.toIntExact(directory.size(name))];
    directory.open(name).read(0, bytes, 0, bytes.length);
    return bytes;
  }

  static TableReader open(byte[] bytes) throws IOException {
    return TableReader.open(new HeapFile(bytes), FILE_ID, new BlockCache(1 << 20), HASHER);
  }

  static void add(TableBuilder builder, Entry entry) throws IOException {
    builder.add(
        entry.key(), 0, entry.key().length, entry.tag(), entry.value(), 0, entry.value().length);
  }

  public TableReader open(String name, BlockCache cache) throws IOException {
    return TableReader.open(directory.open(name), FILE_ID, cache, HASHER);
  }

  public TableReader open(String name) throws IOException {
    return open(name, new BlockCache(1 << 20));
  }
}
