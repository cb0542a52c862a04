package dev.malkoha.engine.api;

import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;
import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A {@link SampleStore} as files, and what it holds.
 *
 * @param name the version of its manifest, and how its writer ended
 * @param files their bytes by name
 * @param content what it should hold
 */
record KeptStore(String name, Map<String, byte[]> files, NavigableMap<Bytes, Bytes> content) {

  private static final String FOLDER = "/stores/";
  private static final List<Integer> KEPT_VERSIONS = List.of(8);

  /** The kept ones of all versions, then those that the code writes now. */
  static List<KeptStore> all() throws IOException {
    List<KeptStore> all = new ArrayList<>();
    for (int version : KEPT_VERSIONS) {
      for (String end : List.of("closed", "killed")) {
        all.add(kept("version-" + version, end));
      }
    }
    all.add(current("closed"));
    all.add(current("killed"));
    return all;
  }

  private static KeptStore kept(String version, String end) throws IOException {
    String name = version + "-" + end;
    return new KeptStore(name, unzip(name + ".zip"), content(version + ".txt"));
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(KeptStore.class.getResourceAsStream(FOLDER + name), name);
  }

  static Map<String, byte[]> unzip(String name) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(resource(name))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return files;
  }

  private static NavigableMap<Bytes, Bytes> content(String name) throws IOException {
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    for (String line : lines(name)) {
      int equals = line.indexOf('=');
      content.put(bytes(line.substring(0, equals)), bytes(line.substring(equals + 1)));
    }
    return Collections.unmodifiableNavigableMap(content);
  }

  static List<String> lines(String name) throws IOException {
    try (InputStream text = resource(name)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Bytes bytes(String hex) {
    return Bytes.of(HexFormat.of().parseHex(hex));
  }

  private static KeptStore current(String end) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    SampleStore.Written written =
        SampleStore.write(options -> Stores.open(disk, options), Compression.LZ4);
    NavigableMap<Bytes, Bytes> content = new TreeMap<>();
    written.content().forEach((key, value) -> content.put(Bytes.of(key), Bytes.of(value)));
    SimulatedDisk killed = disk.kill();
    try (Db db = written.db()) {
      db.stats();
    }
    return new KeptStore(
        "current-" + end,
        read(end.equals("killed") ? killed : disk),
        Collections.unmodifiableNavigableMap(content));
  }

  /** The files of the store on a disk. */
  static Map<String, byte[]> read(SimulatedDisk disk) throws IOException {
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    Map<String, byte[]> files = new TreeMap<>();
    for (String name : atRest.names()) {
      files.put(name, atRest.read(name));
    }
    return files;
  }

  /** The same store with another number in the headers of its manifests. */
  KeptStore withManifestVersion(int version) {
    Map<String, byte[]> changed = new TreeMap<>(files);
    changed.replaceAll(
        (file, bytes) ->
            file.startsWith("MANIFEST-") ? withVersion(bytes.clone(), version) : bytes);
    return new KeptStore("as-version-" + version, changed, content);
  }

  private static byte[] withVersion(byte[] manifest, int version) {
    dev.malkoha.codec.Bytes.putInt(manifest, Frame.VERSION_AT, version);
    int crc = Crc32c.of(manifest, 0, Frame.CHECKSUM_AT);
    dev.malkoha.codec.Bytes.putInt(manifest, Frame.CHECKSUM_AT, crc);
    return manifest;
  }

  /** A disk with a copy of it. */
  SimulatedDisk onDisk() {
    SimulatedDisk disk = new SimulatedDisk();
    FilesAtRest atRest = disk.filesAtRest(Stores.PATH);
    files.forEach(atRest::write);
    return disk;
  }

  /** Copies it into a directory. */
  void copyTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(directory.resolve(file.getKey()), file.getValue());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
