package dev.malkoha.engine;

import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.ManifestSeal;
import dev.malkoha.sstable.TableSeal;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.wal.LogSeal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Something that goes wrong with one file of a store.
 *
 * @param file which one, by name
 * @param kind what goes wrong; the highest bit says that the file's checksums are set right after
 *     it
 * @param offset where
 * @param value what is there then
 */
record Damage(int file, int kind, int offset, int value) {

  /** Bytes of an input that make one. */
  static final int BYTES = 5;

  private static final int SEALED = 0x80;
  private static final int SECTOR = 512;

  static Damage read(ByteBuffer input) {
    return new Damage(
        input.get() & 0xff, input.get() & 0xff, input.getShort() & 0xffff, input.get() & 0xff);
  }

  void apply(FilesAtRest files) throws IOException {
    List<String> names = List.copyOf(files.names());
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(file % names.size());
    String other = names.get(value % names.size());
    byte[] bytes = files.read(name);
    switch (kind & 7) {
      case 3 -> files.remove(name);
      case 4 -> files.write(other, bytes);
      case 5 -> {
        files.write(name, files.read(other));
        files.write(other, bytes);
      }
      default -> files.write(name, changed(bytes));
    }
    if ((kind & SEALED) != 0 && files.names().contains(name)) {
      byte[] sealed = files.read(name).clone();
      seal(name, sealed);
      files.write(name, sealed);
    }
  }

  private byte[] changed(byte[] bytes) {
    int at = bytes.length == 0 ? 0 : offset % bytes.length;
    byte[] changed = bytes.clone();
    switch (kind & 7) {
      case 1 -> Arrays.fill(changed, at, Math.min(at + SECTOR, bytes.length), (byte) value);
      case 2 -> changed = Arrays.copyOf(bytes, at);
      case 6 -> changed = Arrays.copyOf(bytes, bytes.length + value);
      case 7 -> changed = Arrays.copyOfRange(bytes, Math.min(value, bytes.length), bytes.length);
      default -> Arrays.fill(changed, at, Math.min(at + 1, bytes.length), (byte) value);
    }
    return changed;
  }

  private static void seal(String name, byte[] bytes) throws IOException {
    if (FileNames.tableNumber(name).isPresent()) {
      TableSeal.seal(bytes, TableSeal.fileId(SmallStore.file(name)), 0);
    } else if (FileNames.manifestNumber(name).isPresent()) {
      ManifestSeal.seal(bytes, FileNames.manifestNumber(name).getAsLong());
    } else if (name.endsWith(".log")) {
      LogSeal.seal(bytes, Integer.MAX_VALUE);
    }
  }
}
