package dev.malkoha.engine.version;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbException;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.fuzz.Input;
import dev.malkoha.fuzz.Limits;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.inspect.FileDump;
import dev.malkoha.wal.LogProof;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A manifest, or CURRENT: read, printed, and what it adds up to written as one edit, which adds up
 * to the same.
 */
public final class ManifestTarget {

  private static final Path PATH = Path.of("/store");
  private static final long NUMBER = 1;
  private static final byte[] LEAST = {'a'};
  private static final byte[] CURRENT = new Current(NUMBER, 0).encode();
  private static final byte[] GREATEST = {'m', 'n'};

  private ManifestTarget() {}

  /** A manifest with every kind of entry, one with the first record alone, and a CURRENT. */
  public static Stream<byte[]> seeds() {
    EditEntry who = new EditEntry.Identity(3, 4);
    EditEntry options = new EditEntry.OptionsLine("filter=none");
    EditEntry table = new EditEntry.AddTable(1, table(7, 500));
    List<EditEntry> first =
        List.of(
            who,
            options,
            EditEntry.Kind.NEXT_FILE.of(9),
            EditEntry.Kind.LOG_FLOOR.of(4096),
            EditEntry.Kind.LAST_SEQUENCE.of(300),
            new EditEntry.LogMark(new LogProof(3, 2, 8192)),
            EditEntry.Kind.OBSOLETE.of(5),
            table);
    List<EditEntry> second =
        List.of(
            new EditEntry.SetVector(7, new VectorRef(8, 24, 100, -5, 20, 3, 1_000)),
            new EditEntry.AddRange(new RangeTombstone(LEAST, GREATEST, 299)),
            new EditEntry.AddRange(new RangeTombstone(LEAST, GREATEST, 300)),
            new EditEntry.AddTable(0, table(6, 1)));
    List<EditEntry> third =
        List.of(new EditEntry.DropTable(0, 6), EditEntry.Kind.DROP_RANGE.of(299));
    return Stream.of(
        Input.bytes(0, manifest(first, second, third)),
        Input.bytes(0, manifest(List.of(who))),
        Input.bytes(1, manifest(first, second)),
        Input.bytes(3, CURRENT));
  }

  private static TableMeta table(long number, long entries) {
    return new TableMeta(
        number, 10_000, entries, entries / 2, LEAST, GREATEST, 1, 298, List.of(), null, null);
  }

  @SafeVarargs
  private static byte[] manifest(List<EditEntry>... edits) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(ManifestWriter.header(NUMBER));
    for (List<EditEntry> edit : edits) {
      file.writeBytes(ManifestWriter.record(NUMBER, file.size(), EditEntry.encode(edit)));
    }
    return file.toByteArray();
  }

  /** Reads what the fuzzer gives. */
  public static void fuzzerTestOneInput(byte[] data) throws Exception {
    Input input = Input.of(data);
    if (input.isSealed()) {
      ManifestSeal.seal(input.content(), NUMBER);
    }
    SimulatedDisk disk = new SimulatedDisk();
    Directory directory = disk.openDirectory(PATH);
    boolean isCurrent = input.choice(1, 1) == 1;
    String manifest = FileNames.manifest(NUMBER);
    byte[] current = isCurrent ? input.content() : CURRENT;
    disk.filesAtRest(PATH).write(FileNames.CURRENT, current);
    disk.filesAtRest(PATH).write(manifest, isCurrent ? manifest() : input.content());
    boolean reads = Limits.keeps(data.length, DbException.class, () -> read(directory));
    boolean prints =
        Limits.keeps(
            data.length,
            DbException.class,
            () -> FileDump.dump(disk, PATH.resolve(manifest), Writer.nullWriter()));
    assertTrue(prints || !reads, "what is read is not printed");
  }

  private static void read(Directory directory) throws IOException {
    if (Current.read(directory).manifest() == NUMBER) {
      ManifestState state = ManifestReader.readInForce(directory).state();
      byte[] sum = EditEntry.encode(state.asEdit());
      ManifestState again = new ManifestState();
      again.apply(EditEntry.decode(sum));
      assertArrayEquals(sum, EditEntry.encode(again.asEdit()));
      for (KeyspaceState keyspace : state.keyspaces()) {
        for (TableMeta table : keyspace.tables()) {
          VectorRef vector = table.vector();
          assertTrue(vector == null || state.isLive(FileNames.sidecar(vector.sidecar())));
        }
      }
    }
  }
}
