package dev.malkoha.tools.inspect;

import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.base.Batch;
import dev.malkoha.engine.compaction.TableFiles;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.toolkit.StoreFiles;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceState;
import dev.malkoha.engine.version.ManifestReader;
import dev.malkoha.engine.version.ManifestState;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.sstable.TableReader;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.tools.log.LogDump;
import dev.malkoha.tools.table.SidecarDump;
import dev.malkoha.tools.table.TableDump;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Prints one file of a store as text. */
public final class FileDump {

  private static final HexFormat HEX = HexFormat.of();

  private FileDump() {}

  /** Prints the file; what it is, its name tells. */
  public static void dump(Disk disk, Path path, Appendable out) throws IOException {
    Path absolute = path.toAbsolutePath();
    Path parent = absolute.getParent();
    Path file = absolute.getFileName();
    if (parent == null || file == null) {
      throw notOurs(path);
    }
    String name = file.toString();
    try (Directory store = StoreFiles.open(disk, parent)) {
      if (name.equals(FileNames.CURRENT)) {
        out.append("manifest in force: ").append(describe(Current.read(store))).append('\n');
      } else if (FileNames.manifestNumber(name).isPresent()) {
        dumpManifest(store, name, out);
      } else if (FileNames.tableNumber(name).isPresent()) {
        dumpTable(store, FileNames.tableNumber(name).getAsLong(), out);
      } else if (FileNames.sidecarNumber(name).isPresent()) {
        dumpSidecar(store, name, out);
      } else if (FileNames.valuesNumber(name).isPresent()) {
        dumpValues(store, FileNames.valuesNumber(name).getAsLong(), out);
      } else if (name.endsWith(".log")) {
        try (ReadableFile log = store.open(name)) {
          LogDump.dump(log, out, FileDump::printBatch);
        }
      } else {
        throw notOurs(path);
      }
    }
  }

  private static String describe(Current current) {
    String manifest = FileNames.manifest(current.manifest());
    return manifest + ", durable up to offset " + current.manifestBytes();
  }

  /** The names of a keyspace's tables, of their sidecars and of the value files. */
  public static List<String> files(Disk disk, Path directory, String name) throws IOException {
    try (Directory store = StoreFiles.open(disk, directory)) {
      ManifestState manifest = StoreFiles.manifest(store, _ -> {});
      KeyspaceState keyspace = manifest.keyspace(name);
      if (keyspace == null) {
        List<String> names = manifest.keyspaces().stream().map(k -> k.id().name()).toList();
        throw new IllegalArgumentException(
            "there is no keyspace '" + name + "'; there are: " + String.join(", ", names));
      }
      Set<String> files = new TreeSet<>();
      for (TableMeta table : keyspace.tables()) {
        files.add(FileNames.table(table.number()));
        table.values().forEach(use -> files.add(FileNames.values(use.file().number())));
        VectorRef vector = table.vector();
        if (vector != null) {
          files.add(FileNames.sidecar(vector.sidecar()));
        }
      }
      return List.copyOf(files);
    }
  }

  private static DbFormatException notOurs(Path path) {
    return new DbFormatException(
        path + " is no file of a store: name a .sst, .dv, .val, .log, MANIFEST or CURRENT file",
        null);
  }

  private static void dumpManifest(Directory store, String name, Appendable out)
      throws IOException {
    ManifestReader.open(store, name)
        .forEach(
            (offset, edit) -> {
              append(out, "edit at offset " + offset + "\n");
              for (EditEntry entry : edit) {
                append(out, "  " + EditText.of(entry) + "\n");
              }
            });
  }

  /** A table that the manifest does not name is opened by its number alone. */
  private static void dumpTable(Directory store, long number, Appendable out) throws IOException {
    ManifestState manifest = StoreFiles.manifest(store, _ -> {});
    TableMeta meta =
        manifest.keyspaces().stream()
            .map(keyspace -> keyspace.table(number))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(
                new TableMeta(
                    number, 0, 0, 0, new byte[0], new byte[0], 0, 0, List.of(), null, null));
    TableFiles files = StoreFiles.tables(store, manifest);
    try (TableReader reader = files.open(meta)) {
      TableDump.write(files.living(meta, reader), out);
    }
  }

  private static void dumpSidecar(Directory store, String name, Appendable out) throws IOException {
    long number = FileNames.sidecarNumber(name).orElseThrow();
    long fileId =
        TableFiles.fileId(StoreFiles.manifest(store, _ -> {}).identity().databaseId(), number);
    String found = FileNames.found(store, name);
    try (ReadableFile file = store.open(found)) {
      SidecarDump.write(file, fileId, out);
    }
  }

  /** Prints the tables that point into a value file: only they know what is in it. */
  private static void dumpValues(Directory store, long number, Appendable out) throws IOException {
    ManifestState manifest = StoreFiles.manifest(store, _ -> {});
    for (ValueFileMeta file : manifest.valueFiles()) {
      if (file.number() == number) {
        StoreFiles.tables(store, manifest).openValues(file).close();
      }
    }
    out.append("value file %s\n".formatted(FileNames.values(number)));
    for (KeyspaceState keyspace : manifest.keyspaces()) {
      for (TableMeta table : keyspace.tables()) {
        for (TableMeta.ValueUse use : table.values()) {
          if (use.file().number() == number) {
            String name = FileNames.table(table.number());
            out.append("  %s points to %s bytes\n".formatted(name, use.bytes()));
          }
        }
      }
    }
  }

  private static void printBatch(byte[] buffer, int offset, int length, Appendable out)
      throws IOException {
    try {
      out.append(" sequence=" + Batch.firstSequence(buffer, offset, length));
      long keyspace = 0;
      for (Batch.Reader at = new Batch.Reader(buffer, offset, length); at.next(); ) {
        if (at.keyspace != keyspace) {
          keyspace = at.keyspace;
          out.append("\n    in keyspace " + keyspace);
        }
        out.append("\n    " + operation(at));
      }
    } catch (MalformedBytesException e) {
      out.append(" " + e.getMessage());
    }
  }

  private static String operation(Batch.Reader at) {
    if (at.kind == Batch.MARK) {
      return "mark " + HEX.formatHex(at.value());
    }
    EntryKind kind = EntryKind.of(at.kind);
    String key = HEX.formatHex(at.key());
    return switch (kind) {
      case PUT -> "put " + key + " " + at.valueLength + " bytes";
      case MERGE -> "merge " + key + " " + at.valueLength + " bytes";
      case DELETE -> "delete " + key;
      case DELETE_RANGE ->
          "delete range %s to %s"
              .formatted(key, at.valueLength == 0 ? "..." : HEX.formatHex(at.value()));
      case PUT_UNTIL ->
          "put %s until %s %s bytes"
              .formatted(
                  key,
                  Instant.ofEpochMilli(Versions.expiry(at.value(), 0)),
                  at.valueLength - Long.BYTES);
      case INGESTION -> "ingestion";
      case PUT_APART, PUT_APART_UNTIL -> throw kind.misplaced();
    };
  }

  private static void append(Appendable out, String text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
