package dev.malkoha.engine.version;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.codec.Bytes;
import dev.malkoha.codec.Crc32c;
import dev.malkoha.codec.Frame;
import dev.malkoha.codec.MalformedBytesException;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.FormatPage;
import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.ManifestWriter.Current;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.WritableFile;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.wal.LogProof;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManifestTest {

  private static final List<EditEntry> SMALL =
      edit(
          EditEntry.Kind.NEXT_FILE.of(2),
          EditEntry.Kind.LOG_FLOOR.of(304),
          EditEntry.Kind.LAST_SEQUENCE.of(5),
          new EditEntry.SetVector(3, new VectorRef(7, 32, 40, 0x0102_0304, 2, 1, 1000)),
          new EditEntry.AddRange(range("b", "d", 4)),
          new EditEntry.AddRange(range("x", "", 5)),
          EditEntry.Kind.DROP_RANGE.of(3),
          new EditEntry.LogMark(new LogProof(7, 2, 400)),
          EditEntry.Kind.OBSOLETE.of(9),
          new EditEntry.Checksum(3, 0x8102_0304),
          new EditEntry.Keyspace(new KeyspaceId(1, "new"), "x=1"),
          EditEntry.Kind.IN_KEYSPACE.of(1),
          EditEntry.Kind.FLUSHED.of(5),
          new EditEntry.AddValueFile(new ValueFileMeta(8, 71, 0x0102_0304)),
          new EditEntry.AddTable(0, pointing()),
          new EditEntry.Keyspace(new KeyspaceId(2, "old"), ""),
          EditEntry.Kind.DROP_KEYSPACE.of(2),
          EditEntry.Kind.NEXT_KEYSPACE.of(4),
          EditEntry.Kind.UNMARKED.of(3),
          new EditEntry.Mark(5, "m".getBytes(UTF_8)),
          new EditEntry.Cut(5, 9),
          new EditEntry.Lineage(9, 10));

  private static final List<EditEntry> FULL =
      edit(
          new EditEntry.Identity(1, 2),
          new EditEntry.OptionsLine("filter=none"),
          EditEntry.Kind.NEXT_FILE.of(10),
          EditEntry.Kind.LAST_SEQUENCE.of(5),
          new EditEntry.AddTable(1, table(3, "a", "m")),
          new EditEntry.AddTable(0, table(4, "c", "z")),
          new EditEntry.AddRange(range("", "m", 2)),
          new EditEntry.AddRange(range("a", "b", 3)));

  private final List<String> problems = new ArrayList<>();
  private Directory directory;

  private static List<EditEntry> edit(EditEntry... entries) {
    return List.of(entries);
  }

  private static TableMeta pointing() {
    List<TableMeta.ValueUse> values = List.of(TableMeta.ValueUse.of(8, 47));
    return new TableMeta(
        5, 9, 2, 0, "n".getBytes(UTF_8), "p".getBytes(UTF_8), 4, 5, values, null, null);
  }

  private static TableMeta table(long number, String smallest, String largest) {
    return new TableMeta(
        number,
        9,
        5,
        1,
        smallest.getBytes(UTF_8),
        largest.getBytes(UTF_8),
        1,
        5,
        List.of(),
        null,
        null);
  }

  private static TableMeta table(ManifestState state, long number) {
    return Objects.requireNonNull(state.defaultKeyspace().table(number));
  }

  private static RangeTombstone range(String from, String to, long sequence) {
    return new RangeTombstone(from.getBytes(UTF_8), to.getBytes(UTF_8), sequence);
  }

  @BeforeEach
  void openDirectory() throws IOException {
    directory = new SimulatedDisk().openDirectory(Path.of("db"));
  }

  private byte[] contents(String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      byte[] bytes = new byte[(int) file.size()];
      file.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private void overwrite(String name, byte[] bytes) throws IOException {
    directory.delete(name);
    try (WritableFile file = directory.create(name)) {
      file.append(bytes, 0, bytes.length);
    }
  }

  @SafeVarargs
  private byte[] manifestOf(List<EditEntry>... edits) throws IOException {
    try (ManifestWriter writer = ManifestWriter.create(directory, 1, edits[0])) {
      for (int i = 1; i < edits.length; i++) {
        writer.append(edits[i]);
      }
    }
    FileNames.renameDraft(directory, FileNames.manifest(1));
    return contents(FileNames.manifest(1));
  }

  private ManifestState inForce() throws IOException {
    new Current(1, 0).putInForce(directory);
    return readInForceNow();
  }

  /** Reads the manifest in force, whatever it is; returns what is odd about it. */
  private List<String> problemsInForce() throws IOException {
    problems.clear();
    readInForceNow();
    return problems;
  }

  private ManifestState readInForceNow() throws IOException {
    ManifestReader.Reading reading = ManifestReader.readInForce(directory);
    if (!reading.tail().isEmpty()) {
      problems.add(reading.tail());
    }
    return reading.state();
  }

  private List<List<EditEntry>> editsOf(byte[] bytes) throws IOException {
    overwrite(FileNames.manifest(1), bytes);
    List<List<EditEntry>> edits = new ArrayList<>();
    ManifestReader.open(directory, FileNames.manifest(1)).forEach((at, edit) -> edits.add(edit));
    return edits;
  }

  @Test
  void writesTheExampleOfItsFormatPage() throws IOException {
    assertArrayEquals(FormatPage.exampleBytes("manifest.md"), manifestOf(SMALL));
  }

  @Test
  void readsBackWhatWasWritten() throws IOException {
    byte[] bytes = manifestOf(FULL, SMALL, edit(new EditEntry.DropTable(0, 4)));
    assertEquals(3, editsOf(bytes).size());
    ManifestState state = inForce();
    assertEquals(304, state.logFloor());
    assertEquals(5, state.lastSequence());
    assertEquals(10, state.nextFile());
    assertEquals("filter=none", state.options());
    assertEquals(List.of(table(3, "a", "m")), state.defaultKeyspace().levels().get(1));
    assertEquals(List.of(), state.defaultKeyspace().levels().get(0));
    assertEquals(2, state.identity().hashSeed());
    assertEquals(
        List.of(range("", "m", 2), range("b", "d", 4), range("x", "", 5)),
        state.defaultKeyspace().ranges());
    assertEquals(
        new VectorRef(7, 32, 40, 0x0102_0304, 2, 1, 1000),
        state.defaultKeyspace().tables().getFirst().vector());
    assertTrue(state.isLive("000007.dv"));
  }

  /** A vector leaves with its table; it never has fewer dead entries, or more than there are. */
  @Test
  void refusesVectorsThatContradict() {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(SMALL);
    for (VectorRef wrong :
        List.of(new VectorRef(8, 0, 9, 0, 1, 0, 0), new VectorRef(8, 0, 9, 0, 6, 0, 0))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> state.apply(edit(new EditEntry.SetVector(3, wrong))));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> state.apply(edit(new EditEntry.SetVector(99, new VectorRef(8, 0, 9, 0, 1, 0, 0)))));
    state.apply(edit(new EditEntry.DropTable(1, 3)));
    assertNull(state.defaultKeyspace().table(3));
    assertFalse(state.isLive("000007.dv"));
  }

  @Test
  void oneEditSaysWhatAllSaid() throws IOException {
    manifestOf(FULL, SMALL);
    ManifestState state = inForce();
    ManifestState again = new ManifestState();
    again.apply(EditEntry.decode(EditEntry.encode(state.asEdit())));
    assertArrayEquals(EditEntry.encode(state.asEdit()), EditEntry.encode(again.asEdit()));
    assertEquals(state.defaultKeyspace().ranges(), again.defaultKeyspace().ranges());
    assertEquals(3, again.defaultKeyspace().ranges().size());
  }

  @Test
  void aTornLastRecordIsLeftOut() throws IOException {
    byte[] bytes = manifestOf(FULL, SMALL);
    int wholeFirst = manifestLengthOf(FULL);
    for (int length = wholeFirst; length < bytes.length; length++) {
      assertEquals(List.of(FULL), editsOf(Arrays.copyOf(bytes, length)), "length " + length);
    }
  }

  private int manifestLengthOf(List<EditEntry> first) {
    return Frame.HEADER_BYTES + ManifestWriter.RECORD_HEADER_BYTES + EditEntry.encode(first).length;
  }

  @Test
  void everyFlippedBitIsNoticed() throws IOException {
    byte[] bytes = manifestOf(FULL, SMALL);
    int lastRecord = manifestLengthOf(FULL);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      if (bit / 8 < lastRecord) {
        assertThrows(DbException.class, () -> editsOf(damaged), "bit " + bit);
      } else {
        assertEquals(List.of(FULL), editsOf(damaged), "bit " + bit);
      }
    }
  }

  @Test
  void aRecordOfAnotherManifestDoesNotVerify() throws IOException {
    byte[] ours = manifestOf(FULL);
    byte[] record = ManifestWriter.record(2, ours.length, EditEntry.encode(SMALL));
    byte[] joined = Arrays.copyOf(ours, ours.length + record.length);
    System.arraycopy(record, 0, joined, ours.length, record.length);
    assertEquals(List.of(FULL), editsOf(joined));
  }

  @Test
  void currentNamesTheManifestAndNoticesDamage() throws IOException {
    try (ManifestWriter writer = ManifestWriter.create(directory, 9, FULL)) {
      writer.makeCurrent(directory);
      writer.makeCurrent(directory);
    }
    assertEquals(9, Current.read(directory).manifest());
    byte[] current = contents(FileNames.CURRENT);
    for (int bit = 0; bit < current.length * 8; bit++) {
      byte[] damaged = current.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      overwrite(FileNames.CURRENT, damaged);
      assertThrows(DbCorruptionException.class, () -> Current.read(directory));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 9, 99, -1})
  void anotherFormatIsRefusedByName(int version) throws IOException {
    byte[] bytes = manifestOf(FULL);
    Bytes.putInt(bytes, Frame.VERSION_AT, version);
    int crc = Crc32c.of(bytes, 0, Frame.CHECKSUM_AT);
    Bytes.putInt(bytes, Frame.CHECKSUM_AT, crc);
    DbFormatException e = assertThrows(DbFormatException.class, () -> editsOf(bytes));
    assertTrue(String.valueOf(e.getMessage()).contains("version " + version));
  }

  /** What an edit says of tables is of the keyspace that it names, and of the default one else. */
  @Test
  void entriesAreOfTheKeyspaceThatTheEditNames() {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(
        edit(
            new EditEntry.Keyspace(new KeyspaceId(1, "k"), "x=1"),
            EditEntry.Kind.IN_KEYSPACE.of(1),
            new EditEntry.AddTable(1, table(5, "a", "m")),
            new EditEntry.AddRange(range("b", "d", 9)),
            EditEntry.Kind.FLUSHED.of(9),
            new EditEntry.SetVector(5, new VectorRef(7, 32, 40, 1, 2, 1, 1000))));
    KeyspaceState keyspace = Objects.requireNonNull(state.keyspace("k"));
    assertEquals(List.of(table(5, "a", "m")), keyspace.levels().get(1));
    assertEquals(List.of(range("b", "d", 9)), keyspace.ranges());
    assertEquals(9, keyspace.flushed());
    assertEquals(9, state.flushed());
    assertEquals(List.of(table(3, "a", "m")), state.defaultKeyspace().levels().get(1));
    assertEquals(0, state.defaultKeyspace().flushed());
    assertTrue(state.isLive("000007.dv") && state.isLive("000005.sst"));
    ManifestState again = new ManifestState();
    again.apply(EditEntry.decode(EditEntry.encode(state.asEdit())));
    assertArrayEquals(EditEntry.encode(state.asEdit()), EditEntry.encode(again.asEdit()));
    assertEquals(Set.of(7L), state.apply(edit(EditEntry.Kind.DROP_KEYSPACE.of(1))));
    assertNull(state.keyspace("k"));
    assertEquals(2, state.nextKeyspace());
    assertTrue(state.isObsolete(5) && state.isObsolete(7));
    assertFalse(state.isLive("000007.dv") || state.isLive("000005.sst"));
  }

  @Test
  void theLastWordOnMarksCounts() {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(SMALL);
    assertEquals(5, Objects.requireNonNull(state.mark()).sequence());
    assertTrue(state.isNewerMark(6) && !state.isNewerMark(5));
    state.apply(edit(new EditEntry.Mark(4, null)));
    assertEquals(5, Objects.requireNonNull(state.mark()).sequence());
    state.apply(edit(EditEntry.Kind.UNMARKED.of(7)));
    assertNull(state.mark());
    assertTrue(state.isNewerMark(8) && !state.isNewerMark(7));
    state.apply(edit(new EditEntry.Mark(7, null)));
    assertNull(Objects.requireNonNull(state.mark()).label());
    assertArrayEquals(new byte[] {23, 7, 0}, EditEntry.encode(edit(new EditEntry.Mark(7, null))));
    EditEntry.Mark read = (EditEntry.Mark) EditEntry.decode(new byte[] {23, 7, 0}).getFirst();
    assertNull(read.label());
  }

  /** A cut stays until the log has nothing of it any more. */
  @Test
  void cutsLeaveWithTheLog() {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(SMALL);
    assertTrue(state.isCut(6) && state.isCut(9));
    assertFalse(state.isCut(5) || state.isCut(10));
    assertEquals(9, state.marked());
    state.apply(edit(EditEntry.Kind.LAST_SEQUENCE.of(8)));
    assertTrue(state.isCut(9));
    state.apply(edit(EditEntry.Kind.LAST_SEQUENCE.of(9)));
    assertEquals(List.of(), state.cuts());
    assertThrows(IllegalArgumentException.class, () -> new EditEntry.Cut(9, 9));
  }

  /** A checksum goes with its table, and a table has one. */
  @Test
  void checksumsAreOfTablesThatAreThere() {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(edit(new EditEntry.Checksum(4, -1)));
    assertEquals(-1, table(state, 4).crc());
    assertNull(table(state, 3).crc());
    assertArrayEquals(EditEntry.encode(state.asEdit()), EditEntry.encode(copyOf(state).asEdit()));
    for (EditEntry wrong : List.of(new EditEntry.Checksum(4, 1), new EditEntry.Checksum(5, 1))) {
      assertThrows(IllegalArgumentException.class, () -> copyOf(state).apply(edit(wrong)));
    }
    state.apply(edit(new EditEntry.DropTable(0, 4), new EditEntry.AddTable(2, table(4, "c", "z"))));
    assertNull(table(state, 4).crc(), "a move sets it again");
    byte[] tooLarge = {18, 4, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x1f};
    assertThrows(MalformedBytesException.class, () -> EditEntry.decode(tooLarge));
  }

  /** Of the log and of files that are of no use a store of its own knows nothing. */
  @Test
  void aStateApartHasItsOwnLog() throws IOException {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(SMALL);
    ManifestState apart = state.apart();
    assertEquals(0, apart.logFloor());
    assertEquals(new LogProof(0, 0, 0), apart.logProof());
    assertEquals(5, apart.lastSequence());
    assertEquals(state.nextFile(), apart.nextFile());
    assertEquals(state.nextKeyspace(), apart.nextKeyspace());
    assertFalse(apart.isObsolete(9));
    assertEquals(List.of(table(3, "a", "m")), apart.defaultKeyspace().levels().get(1));
    apart.apply(edit(new EditEntry.DropTable(1, 3)));
    assertTrue(state.isLive("000003.sst"), "a copy");
    long number = apart.nextFile();
    Current current = ManifestWriter.writeCopy(directory, apart, number, new SplittableRandom(1));
    current.putInForce(directory);
    assertArrayEquals(current.encode(), contents(FileNames.CURRENT));
    assertArrayEquals(
        EditEntry.encode(apart.asEdit()), EditEntry.encode(readInForceNow().asEdit()));
    assertTrue(directory.exists(FileNames.manifest(number)));
  }

  private static ManifestState copyOf(ManifestState state) {
    ManifestState copy = new ManifestState();
    copy.apply(EditEntry.decode(EditEntry.encode(state.asEdit())));
    return copy;
  }

  @Test
  void refusesKeyspacesThatContradict() {
    ManifestState state = new ManifestState();
    state.apply(edit(new EditEntry.Keyspace(new KeyspaceId(1, "k"), "")));
    for (EditEntry wrong :
        List.of(
            new EditEntry.Keyspace(new KeyspaceId(1, "l"), ""),
            new EditEntry.Keyspace(new KeyspaceId(2, "k"), ""),
            new EditEntry.Keyspace(new KeyspaceId(2, "default"), ""),
            EditEntry.Kind.IN_KEYSPACE.of(2),
            EditEntry.Kind.DROP_KEYSPACE.of(2),
            EditEntry.Kind.DROP_KEYSPACE.of(0))) {
      assertThrows(IllegalArgumentException.class, () -> state.apply(edit(wrong)));
    }
  }

  /** An edit at the end that was lost whole leaves no trace in the manifest: CURRENT knows. */
  @Test
  void aManifestThatIsShorterThanProvenIsRefused() throws IOException {
    byte[] bytes = manifestOf(FULL, SMALL);
    new Current(1, bytes.length).putInForce(directory);
    assertEquals(List.of(), problemsInForce());
    for (int length = 0; length < bytes.length; length++) {
      overwrite(FileNames.manifest(1), Arrays.copyOf(bytes, length));
      assertThrows(DbCorruptionException.class, this::problemsInForce);
    }
  }

  @Test
  void aTornTailIsToldOf() throws IOException {
    byte[] bytes = manifestOf(FULL, SMALL);
    int wholeFirst = manifestLengthOf(FULL);
    new Current(1, wholeFirst).putInForce(directory);
    for (int length = wholeFirst + 1; length < bytes.length; length++) {
      overwrite(FileNames.manifest(1), Arrays.copyOf(bytes, length));
      String problem = String.join("; ", problemsInForce());
      assertTrue(problem.contains("offset " + wholeFirst), problem);
    }
  }

  /** A tail of two megabytes without a record in it took minutes: every place tried all of it. */
  @Test
  void aLongTailIsReadOnce() throws IOException {
    byte[] bytes = manifestOf(FULL);
    byte[] long2 = Arrays.copyOf(bytes, 2 << 20);
    for (int at = bytes.length; at + 4 <= long2.length; at += 4) {
      Bytes.putInt(long2, at, 1 << 19);
    }
    assertEquals(List.of(FULL), editsOf(long2));
  }

  @Test
  void aFloorThatIsNoPositionIsDamage() throws IOException {
    manifestOf(FULL, edit(EditEntry.Kind.LOG_FLOOR.of(300)));
    assertThrows(DbCorruptionException.class, this::inForce);
    byte[] mark = EditEntry.encode(edit(new EditEntry.LogMark(new LogProof(1, 1, 8))));
    mark[mark.length - 1] = 9;
    assertThrows(MalformedBytesException.class, () -> EditEntry.decode(mark));
  }

  /** Two jobs may note marks in another order than they made them. */
  @Test
  void aMarkDoesNotTakeBackWhatALaterOneSays() throws IOException {
    manifestOf(
        FULL,
        edit(EditEntry.Kind.LOG_FLOOR.of(800), new EditEntry.LogMark(new LogProof(9, 1, 800))),
        edit(new EditEntry.LogMark(new LogProof(8, 2, 480))));
    assertEquals(new LogProof(9, 1, 800), inForce().logProof());
  }

  @Test
  void aManifestThatCameLaterThanCurrentIsNotPassedOver() throws IOException {
    manifestOf(FULL);
    new Current(1, 0).putInForce(directory);
    assertEquals(List.of(), problemsInForce());
    ManifestWriter.create(directory, 2, FULL).close();
    assertEquals(List.of(), problemsInForce(), "a draft");
    FileNames.renameDraft(directory, FileNames.manifest(2));
    assertThrows(DbCorruptionException.class, this::problemsInForce);
  }

  /** A manifest rewritten from such a state could not be read. */
  @Test
  void aFileIsInOnePlaceOnly() throws IOException {
    for (EditEntry wrong :
        List.of(
            new EditEntry.AddTable(2, table(3, "a", "m")),
            EditEntry.Kind.OBSOLETE.of(3),
            EditEntry.Kind.OBSOLETE.of(7))) {
      ManifestState state = new ManifestState();
      state.apply(FULL);
      state.apply(SMALL);
      assertThrows(IllegalArgumentException.class, () -> state.apply(edit(wrong)), "" + wrong);
    }
  }

  @Test
  void knowsWhatEditsTookAway() throws IOException {
    ManifestState state = new ManifestState();
    state.apply(FULL);
    state.apply(SMALL);
    state.apply(edit(new EditEntry.DropTable(0, 4), new EditEntry.AddTable(2, table(4, "c", "z"))));
    assertTrue(!state.isObsolete(4) && state.isLive("000004.sst"), "moved");
    state.apply(edit(new EditEntry.SetVector(3, new VectorRef(11, 0, 9, 0, 3, 1, 0))));
    assertTrue(state.isObsolete(7) && state.isLive("000011.dv"));
    state.apply(edit(new EditEntry.DropTable(1, 3)));
    assertTrue(state.isObsolete(3) && state.isObsolete(11) && state.isObsolete(9));
    directory.create("000003.sst").close();
    state.forgetGone(directory);
    assertTrue(state.isObsolete(3) && !state.isObsolete(9));
  }

  @Test
  void rangesAreDroppedOnceAndForAll() throws IOException {
    manifestOf(FULL, edit(EditEntry.Kind.DROP_RANGE.of(2)), edit(EditEntry.Kind.DROP_RANGE.of(2)));
    ManifestState state = inForce();
    assertEquals(List.of(range("a", "b", 3)), state.defaultKeyspace().ranges());
  }

  @Test
  void twoRangesOfOneNumberAreDamage() throws IOException {
    manifestOf(FULL, edit(new EditEntry.AddRange(range("x", "y", 3))));
    assertThrows(DbCorruptionException.class, () -> inForce());
  }

  @Test
  void aRangeThatHoldsNoKeyIsDamage() {
    byte[] edit = EditEntry.encode(edit(new EditEntry.AddRange(range("b", "d", 4))));
    edit[edit.length - 2] = 'b';
    assertThrows(MalformedBytesException.class, () -> EditEntry.decode(edit));
  }

  @Test
  void contradictionsAreDamage() throws IOException {
    manifestOf(FULL, edit(new EditEntry.DropTable(2, 4)));
    assertThrows(DbCorruptionException.class, () -> inForce());
  }

  @Test
  void aTimeIsAFactOfOneNumberThatOnlyGrows() {
    List<EditEntry> edit = List.of(EditEntry.Kind.TIME.of(300));
    assertEquals("16ac02", HexFormat.of().formatHex(EditEntry.encode(edit)));
    ManifestState state = new ManifestState();
    state.apply(List.of(new EditEntry.Identity(1, 2)));
    assertEquals(0, state.time());
    state.apply(EditEntry.decode(HexFormat.of().parseHex("16ac02")));
    state.apply(List.of(EditEntry.Kind.TIME.of(200)));
    assertEquals(300, state.time());
    assertTrue(state.apart().asEdit().containsAll(edit));
  }
}
