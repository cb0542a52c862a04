package dev.malkoha.sstable;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.compression.Codecs;
import dev.malkoha.sstable.sidecar.SidecarWriter;
import dev.malkoha.sstable.sidecar.TableDeletions;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Files of tables that fit into a fuzzer's input, as the writers make them. */
public final class SmallTables {

  public static final long FILE_ID = 7;
  public static final KeyHasher HASHER = new KeyHasher(0x5eed);

  private static final int BLOCK_BYTES = 256;
  private static final String NAME = "file";

  private SmallTables() {}

  /** A key of the tables made here. */
  public static byte[] key(int number) {
    return "key %06d".formatted(number).getBytes(StandardCharsets.US_ASCII);
  }

  /** A table of different keys, with values of different lengths. */
  public static byte[] table(int entries, int codec, FilterPolicy filter) throws IOException {
    return write(
        new TableOptions(BLOCK_BYTES, Codecs.ready(codec), filter, HASHER),
        builder -> {
          for (int i = 0; i < entries; i++) {
            add(builder, key(i), 100 + i % 5, new byte[i % 30]);
          }
        });
  }

  /** A table of one key: its versions fill more than a block. */
  static byte[] versions(int entries, int codec) throws IOException {
    return write(
        new TableOptions(BLOCK_BYTES, Codecs.ready(codec), FilterPolicy.cuckoo(0.002), HASHER),
        builder -> {
          for (int i = 0; i < entries; i++) {
            add(builder, key(7), 1L << (60 - i), new byte[i % 7]);
          }
        });
  }

  private static void add(TableBuilder builder, byte[] key, long tag, byte[] value)
      throws IOException {
    builder.add(key, 0, key.length, tag, value, 0, value.length);
  }

  /** Adds a table's entries. */
  private interface Entries {
    void addTo(TableBuilder builder) throws IOException;
  }

  private static byte[] write(TableOptions options, Entries entries) throws IOException {
    Directory directory = new SimulatedDisk().openDirectory(Path.of("/tables"));
    try (TableBuilder builder = new TableBuilder(directory.create(NAME), FILE_ID, options)) {
      entries.addTo(builder);
      builder.finish();
    }
    return bytes(directory);
  }

  /** A sidecar with one section. */
  public static byte[] sidecar(long number, TableDeletions deletions, TableReader table)
      throws IOException {
    Directory directory = new SimulatedDisk().openDirectory(Path.of("/tables"));
    try (SidecarWriter writer = new SidecarWriter(directory.create(NAME), FILE_ID)) {
      writer.add(number, deletions, table);
      writer.add(number, TableDeletions.none(table.properties().entries()), table);
      writer.finish();
    }
    return bytes(directory);
  }

  private static byte[] bytes(Directory directory) throws IOException {
    try (ReadableFile file = directory.open(NAME)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
