package dev.malkoha.engine.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.HeldDisk;
import dev.malkoha.engine.disk.HeldDisk.Work;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.CollidingKeys;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.CallKind;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The traps that lie in wait for whoever takes fingerprints out of filters and deletes out of
 * tables, one test for each that can occur here:
 *
 * <table>
 * <caption>Traps</caption>
 * <tr><th>trap</th><th>test, or why there is none</th></tr>
 * <tr><td>1 a key deleted twice takes a colliding key's fingerprint</td>
 *     <td>{@link #aSecondDeleteLeavesACollidingKeyAlone}</td></tr>
 * <tr><td>2 filters that keep sets, not multisets</td>
 *     <td>{@link #ofManyPairsThatCollideOneHalfGoes}</td></tr>
 * <tr><td>3 several versions of a key in one table</td>
 *     <td>{@link #anOlderVersionInTheTableKeepsTheFingerprint}</td></tr>
 * <tr><td>4 snapshots and cursors that are open</td>
 *     <td>{@link #openCursorsAndSnapshotsSeeWhatTheySaw}</td></tr>
 * <tr><td>5 a get that is under way</td>
 *     <td>{@link #deletesAreAppliedOnceNoOlderGetIsUnderWay}</td></tr>
 * <tr><td>6 a compaction that is under way</td>
 *     <td>{@link #aDeleteIsAppliedWhenTheCompactionOfItsTablesHasEnded}; all orders in {@code RaceTest}</td></tr>
 * <tr><td>7 an older copy in a memtable that is not flushed</td>
 *     <td>{@link #aDeleteIsNotAppliedBeforeAnOlderMemtableIsFlushed}</td></tr>
 * <tr><td>8 only the first older copy is found</td>
 *     <td>{@link #copiesOnEveryLevelDie}</td></tr>
 * <tr><td>9 a wrong notion of older</td>
 *     <td>{@link #whatIsNewerThanTheDeleteLives}, {@link #aRewrittenTableKeepsItsAge}</td></tr>
 * <tr><td>10 ingestion of tables</td>
 *     <td>random orders of ingestions and delete jobs in {@code IngestModelTest}</td></tr>
 * <tr><td>11 write conflicts that a delete decides</td>
 *     <td>{@code TransactionModelTest}, {@code ValidationTest}: a delete that a transaction must
 *     see leaves a number above its snapshot's</td></tr>
 * <tr><td>12 merge operands</td><td>there are none: an entry is a put or a delete</td></tr>
 * <tr><td>13 range deletes</td>
 *     <td>{@link #aTableInsideARangeDeleteIsDroppedUnread},
 *     {@link #aRangeDeleteAndADeleteOfTheSameKeyMarkOnce}</td></tr>
 * <tr><td>14 references to blobs</td>
 *     <td>{@code ValueFilesTest}: a pointer dies with its entry, and its value's space comes
 *     back</td></tr>
 * <tr><td>15 a crash between log, table, sidecar and manifest</td>
 *     <td>{@link #aSidecarThatNoEditNamesIsNothing}; all calls in {@code CrashTest} and
 *     {@code RaceTest}</td></tr>
 * <tr><td>16 a vector is the only evidence</td><td>{@code DamagedDeletionsTest}</td></tr>
 * <tr><td>17 hard links to files that change later</td>
 *     <td>{@link #sidecarsDoNotChangeOnceForced}</td></tr>
 * <tr><td>18 deletes scattered over many tables</td>
 *     <td>{@link #scatteredDeletesMakeOneSidecarAJob}</td></tr>
 * <tr><td>19 reading before deleting</td>
 *     <td>{@link #theApplierLeavesTheCacheAlone}; the budget in {@code ApplierBudgetTest}</td></tr>
 * <tr><td>20 prefix filters</td>
 *     <td>{@code PrefixFilterTest}, {@code PrefixModelTest}: a prefix leaves the filter with its
 *     last key</td></tr>
 * <tr><td>21 encodings whose slots cannot be cleared alone</td>
 *     <td>all tests over {@link #policies}; filters are copied, not changed</td></tr>
 * <tr><td>22 timestamps of users</td><td>there are none</td></tr>
 * <tr><td>23 dead bytes that size-based picking does not see</td>
 *     <td>{@link #garbageComesBackWithoutAnyOverflow}</td></tr>
 * <tr><td>24 change feeds and followers</td>
 *     <td>there are no feeds; readers beside a writer that deletes are in
 *     {@code BesideTest}</td></tr>
 * <tr><td>25 an older release that does not know vectors</td>
 *     <td>the manifest's format version, in {@code ManifestTest}</td></tr>
 * </table>
 */
@Timeout(60)
class DeletionTrapsTest {

  private static final int KEYS = 100;
  private static final int PAIRS = 10;

  private final SimulatedDisk disk = new SimulatedDisk();
  private Db db = Stores.open(disk, options().build());

  static Stream<FilterPolicy> policies() {
    return Stream.of(
        FilterPolicy.cuckoo(0.002),
        FilterPolicy.cuckoo(0.3),
        FilterPolicy.semiSortedCuckoo(0.002),
        FilterPolicy.semiSortedCuckoo(0.3),
        FilterPolicy.windowedCuckoo(0.001),
        FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001)),
        FilterPolicy.bloom(10));
  }

  /** Small blocks, uncached; no table is rewritten before all of it is dead. */
  private static DbOptions.Builder options() {
    return DbOptions.builder()
        .memTableBytes(1 << 20)
        .blockBytes(256)
        .blockCacheBytes(0)
        .compression(Compression.NONE)
        .garbageShare(1);
  }

  private void open(DbOptions.Builder options) {
    open(disk, options, Workers.inline());
  }

  private void open(Disk on, DbOptions.Builder options, Workers workers) {
    db.close();
    db = Stores.open(on, options.build(), workers);
  }

  @AfterEach
  void closeAndVerify() {
    db.close();
    assertEquals("[]", Stores.verify(disk).problems().toString());
  }

  private static byte[] key(int number) {
    return ("key" + (1000 + number)).getBytes(UTF_8);
  }

  private static byte[] value(int number) {
    return ("value" + number).getBytes(UTF_8);
  }

  private void put(IntPredicate which) {
    for (int i = 0; i < KEYS; i++) {
      if (which.test(i)) {
        db.put(key(i), value(i));
      }
    }
  }

  private void delete(IntPredicate which) {
    for (int i = 0; i < KEYS; i++) {
      if (which.test(i)) {
        db.delete(key(i));
      }
    }
  }

  private void assertHolds(IntPredicate which) {
    List<Integer> scanned = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      if (which.test(i)) {
        scanned.add(i);
        assertArrayEquals(value(i), db.get(key(i)));
      } else {
        assertNull(db.get(key(i)));
      }
    }
    try (Cursor cursor = db.scan(KeyRange.all())) {
      for (int i : scanned) {
        assertTrue(cursor.next());
        assertArrayEquals(key(i), cursor.key());
      }
      assertFalse(cursor.next());
    }
  }

  private static List<List<Bytes>> pairs() {
    CollidingKeys collisions = new CollidingKeys(Stores.hasher());
    SplittableRandom random = new SplittableRandom(7);
    return Stream.generate(() -> collisions.pair(random)).limit(PAIRS).toList();
  }

  private void loadPairs(List<List<Bytes>> pairs) {
    put(i -> true);
    pairs.forEach(pair -> pair.forEach(key -> db.put(key.array(), key.array())));
    db.compact();
  }

  private void deleteFirstHalves(List<List<Bytes>> pairs) {
    pairs.forEach(pair -> db.delete(pair.get(0).array()));
    db.flush();
  }

  private void assertSecondHalvesAreThere(List<List<Bytes>> pairs) {
    for (List<Bytes> pair : pairs) {
      assertNull(db.get(pair.get(0).array()));
      assertArrayEquals(pair.get(1).array(), db.get(pair.get(1).array()));
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aSecondDeleteLeavesACollidingKeyAlone(FilterPolicy policy) {
    disk.passTime(Duration.ofMillis(1)); // tables in which little died just now stay
    open(options().filter(policy));
    List<List<Bytes>> pairs = pairs();
    loadPairs(pairs);
    deleteFirstHalves(pairs);
    long removals = db.stats().count("filter.removals");
    for (int again = 0; again < 3; again++) {
      deleteFirstHalves(pairs);
      assertSecondHalvesAreThere(pairs);
    }
    assertEquals(removals, db.stats().count("filter.removals"));
    assertEquals(PAIRS, db.stats().count("table.dead.entries"));
    open(options().filter(policy));
    deleteFirstHalves(pairs);
    assertSecondHalvesAreThere(pairs);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void ofManyPairsThatCollideOneHalfGoes(FilterPolicy policy) {
    open(options().filter(policy));
    List<List<Bytes>> pairs = pairs();
    loadPairs(pairs);
    deleteFirstHalves(pairs);
    assertSecondHalvesAreThere(pairs);
    boolean removable = !policy.spec().startsWith("bloom");
    assertEquals(removable ? PAIRS : 0, db.stats().count("filter.removals"));
    pairs.forEach(pair -> db.delete(pair.get(1).array()));
    db.flush();
    db.awaitIdle();
    assertHolds(i -> true);
  }

  @Test
  void anOlderVersionInTheTableKeepsTheFingerprint() {
    put(i -> true);
    db.flush();
    try (Snapshot before = db.snapshot()) {
      put(i -> i % 2 == 0); // again: two versions of these go into one table
      db.compact();
      delete(i -> i % 4 == 0);
      db.flush();
      assertHolds(i -> i % 4 != 0);
      for (int i = 0; i < KEYS; i++) {
        assertArrayEquals(value(i), db.get(key(i), before));
      }
    }
    assertEquals(KEYS / 4, db.stats().count("deletes.elided"));
    assertHolds(i -> i % 4 != 0);
  }

  @Test
  void openCursorsAndSnapshotsSeeWhatTheySaw() {
    put(i -> true);
    db.compact();
    try (Cursor cursor = db.scan(KeyRange.all())) {
      assertTrue(cursor.next());
      delete(i -> i % 2 == 0);
      db.flush();
      assertEquals(KEYS / 2, db.stats().count("deletes.elided"));
      for (int i = 1; i < KEYS; i++) {
        assertTrue(cursor.next());
        assertArrayEquals(key(i), cursor.key());
      }
      assertFalse(cursor.next());
    }
    assertHolds(i -> i % 2 != 0);
    Snapshot snapshot = db.snapshot();
    delete(i -> i % 3 == 0);
    db.flush();
    db.compact();
    for (int i = 0; i < KEYS; i++) {
      assertEquals(i % 2 != 0, db.get(key(i), snapshot) != null);
    }
    snapshot.close();
    assertHolds(i -> i % 2 != 0 && i % 3 != 0);
  }

  /** The get stands in the middle of its block read; nothing dies before it has ended. */
  @Test
  void deletesAreAppliedOnceNoOlderGetIsUnderWay() throws Exception {
    MeanwhileDisk meanwhile = new MeanwhileDisk(disk);
    open(meanwhile, options(), Workers.inline());
    put(i -> true);
    db.compact();
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    meanwhile.after(
        0,
        When.TABLE_READ,
        () -> {
          reading.countDown();
          await(goOn);
        });
    FutureTask<byte[]> get = new FutureTask<>(() -> db.get(key(42)));
    new Thread(get).start();
    reading.await();
    FutureTask<Void> deleting =
        new FutureTask<>(
            () -> {
              delete(i -> i == 42);
              db.flush();
            },
            null);
    new Thread(deleting).start();
    while (db.stats().tablesPerLevel()[0] == 0) {
      Thread.sleep(0); // so that the time limit can end it
    }
    assertEquals(0, db.stats().count("table.dead.entries"));
    assertNull(db.get(key(42)));
    goOn.countDown();
    assertArrayEquals(value(42), get.get());
    deleting.get();
    assertEquals(1, db.stats().count("deletes.elided"));
    assertHolds(i -> i != 42);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aDeleteIsAppliedWhenTheCompactionOfItsTablesHasEnded() {
    HeldWork work = new HeldWork();
    open(disk, options(), work.workers());
    work.hold();
    for (int table = 0; table < 4; table++) {
      int own = table;
      put(i -> i % 4 == own);
      db.flush();
    }
    delete(i -> i % 3 == 0);
    db.flush();
    assertTrue(work.runOne(HeldWork.Kind.DELETES));
    assertEquals(0, db.stats().count("deletes.elided"));
    assertFalse(work.runOne(HeldWork.Kind.DELETES), "it is not tried again before that");
    assertTrue(work.runOne(HeldWork.Kind.COMPACTION));
    assertTrue(work.runOne(HeldWork.Kind.DELETES));
    int deleted = (KEYS + 2) / 3;
    assertEquals(deleted, db.stats().count("deletes.elided"));
    assertEquals(0, db.stats().tablesPerLevel()[0]);
    assertEquals(deleted, db.stats().count("table.dead.entries"));
    assertHolds(i -> i % 3 != 0);
    work.letGo();
  }

  @Test
  void aDeleteIsNotAppliedBeforeAnOlderMemtableIsFlushed() throws Exception {
    HeldDisk held = new HeldDisk(disk);
    open(held, options().memTableBytes(64 << 10), Workers.threads(1));
    held.hold(Work.FLUSH);
    put(i -> true);
    for (int i = 0; db.stats().memTableBytes() < 100 << 10; i++) {
      db.put(Bytes.of("zfill" + i).array(), new byte[1000]);
    }
    held.awaitHeld(Work.FLUSH);
    delete(i -> i % 2 == 0);
    assertHoldsBeside(i -> i % 2 != 0);
    held.release(Work.FLUSH);
    db.flush();
    db.awaitIdle();
    assertEquals(0, db.stats().count("table.deletes"));
    assertHoldsBeside(i -> i % 2 != 0);
  }

  private void assertHoldsBeside(IntPredicate which) {
    for (int i = 0; i < KEYS; i++) {
      assertEquals(which.test(i), db.get(key(i)) != null);
    }
  }

  /** Copies in level 2, level 1, and twice in level 0. */
  @Test
  void copiesOnEveryLevelDie() {
    HeldWork work = new HeldWork();
    open(disk, options().tableBytes(4096), work.workers());
    for (int i = 0; i < 600; i++) {
      db.put(Bytes.of("fill" + (1000 + i)).array(), new byte[100]);
    }
    put(i -> true);
    db.compact();
    assertTrue(db.stats().tablesPerLevel()[2] > 0);
    while (db.stats().tablesPerLevel()[1] == 0) {
      put(i -> true);
      db.flush();
    }
    work.hold();
    put(i -> i % 2 == 0);
    db.flush();
    put(i -> i % 3 == 0);
    db.flush();
    delete(i -> true);
    db.flush();
    work.runOne(HeldWork.Kind.DELETES);
    assertEquals(600, db.stats().entries() - db.stats().count("table.dead.entries"));
    assertHoldsBeside(i -> false);
    work.letGo();
    db.awaitIdle();
    assertHoldsBeside(i -> false);
    db.compact();
    assertHoldsBeside(i -> false);
    assertEquals(600, db.stats().entries());
  }

  @Test
  void whatIsNewerThanTheDeleteLives() {
    HeldWork work = new HeldWork();
    open(disk, options(), work.workers());
    work.hold();
    put(i -> true);
    db.flush();
    delete(i -> i % 2 == 0);
    db.flush();
    put(i -> i % 4 == 0);
    db.flush();
    work.letGo();
    assertEquals(KEYS / 2, db.stats().count("deletes.elided"));
    assertHolds(i -> i % 4 == 0 || i % 2 != 0);
    db.compact();
    assertHolds(i -> i % 4 == 0 || i % 2 != 0);
  }

  /** Written anew for its dead entries, an old table of level 0 has the highest file number. */
  @Test
  void aRewrittenTableKeepsItsAge() {
    open(options().garbageShare(0.1));
    put(i -> true);
    db.flush();
    for (int i = 50; i < KEYS; i++) {
      db.put(key(i), "newer".getBytes(UTF_8));
    }
    db.flush();
    delete(i -> i < 40);
    db.flush();
    db.awaitIdle();
    assertEquals(2, db.stats().tablesPerLevel()[0]);
    assertTrue(db.stats().count("garbage.rewrites") > 0);
    for (int i = 50; i < KEYS; i++) {
      assertArrayEquals("newer".getBytes(UTF_8), db.get(key(i)));
    }
    open(options());
    for (int i = 50; i < KEYS; i++) {
      assertArrayEquals("newer".getBytes(UTF_8), db.get(key(i)));
    }
    delete(i -> i >= 50);
    db.flush();
    assertHolds(i -> i >= 40 && i < 50);
  }

  @Test
  void aTableInsideARangeDeleteIsDroppedUnread() {
    put(i -> true);
    db.compact();
    long reads = disk.calls(CallKind.READ);
    db.deleteRange(key(0), key(KEYS));
    db.flush();
    assertEquals(0, db.stats().count("applier.block.reads"));
    assertEquals(reads, disk.calls(CallKind.READ));
    assertEquals(0, db.stats().entries());
    assertEquals(0, db.stats().count("range.deletes"));
    assertHolds(i -> false);
  }

  @Test
  void aRangeDeleteAndADeleteOfTheSameKeyMarkOnce() {
    List<List<Bytes>> pairs = pairs();
    open(options().filter(FilterPolicy.cuckoo(0.002)));
    loadPairs(pairs);
    deleteFirstHalves(pairs);
    for (List<Bytes> pair : pairs) {
      byte[] from = pair.get(0).array();
      db.deleteRange(from, pair.get(0).successor().array());
      db.delete(from);
    }
    db.flush();
    db.awaitIdle();
    assertEquals(0, db.stats().count("range.deletes"));
    assertSecondHalvesAreThere(pairs);
    assertEquals(PAIRS, db.stats().count("filter.removals"));
  }

  @Test
  void aSidecarThatNoEditNamesIsNothing() {
    put(i -> true);
    db.compact();
    List<SimulatedDisk> left = new ArrayList<>();
    boolean[] sidecar = {false};
    disk.onCall(
        call -> {
          sidecar[0] |= call.kind() == CallKind.FORCE && call.name().endsWith(".dv");
          if (sidecar[0] && left.isEmpty() && call.name().startsWith("MANIFEST")) {
            left.add(disk.kill());
            left.add(disk.crash(CrashState.EVERYTHING, 1));
          }
        });
    delete(i -> i % 2 == 0);
    db.flush();
    disk.onCall(call -> {});
    assertEquals(2, left.size());
    for (SimulatedDisk crashed : left) {
      Set<String> before = sidecars(crashed);
      assertEquals(1, before.size());
      DbOptions notApplied = options().deleteApplier(false).build();
      try (Db after = Stores.open(crashed, notApplied)) {
        assertEquals(0, after.stats().count("table.dead.entries"));
        assertEquals(Set.of(), sidecars(crashed));
        assertNull(after.get(key(0)));
        assertNotNull(after.get(key(1)));
      }
      try (Db after = Stores.open(crashed, options().deleteApplier(true).build())) {
        assertEquals(KEYS / 2, after.stats().count("table.dead.entries"));
        assertNull(after.get(key(0)));
        assertNotNull(after.get(key(1)));
      }
    }
  }

  private static Set<String> sidecars(SimulatedDisk disk) {
    Set<String> names = new HashSet<>(disk.filesAtRest(Stores.PATH).names());
    names.removeIf(name -> !name.endsWith(".dv"));
    return names;
  }

  @Test
  void sidecarsDoNotChangeOnceForced() {
    open(options().garbageShare(0.6));
    Set<String> forced = new HashSet<>();
    disk.onCall(
        call -> {
          if (call.name().endsWith(".dv") && call.kind().isChanging()) {
            boolean isNew = !forced.contains(call.name()) || call.kind() == CallKind.DELETE;
            assertTrue(isNew, () -> call + " after it was forced");
            if (call.kind() == CallKind.FORCE) {
              forced.add(call.name());
            }
          }
        });
    put(i -> true);
    db.compact();
    for (int part = 0; part < 10; part++) {
      int own = part;
      delete(i -> i % 10 == own);
      db.flush();
    }
    db.awaitIdle();
    disk.onCall(call -> {});
    assertTrue(forced.size() >= 5, forced::toString);
    assertEquals(Set.of(), sidecars(disk));
  }

  @Test
  void scatteredDeletesMakeOneSidecarAJob() {
    HeldWork work = new HeldWork();
    open(disk, options().tableBytes(4096), work.workers());
    for (int i = 0; i < 400; i++) {
      db.put(Bytes.of("fill" + (1000 + i)).array(), new byte[100]);
    }
    db.compact();
    int tables = db.stats().tablesPerLevel()[1] + db.stats().tablesPerLevel()[2];
    assertTrue(tables >= 10);
    work.hold();
    for (int i = 0; i < 400; i += 10) {
      db.delete(Bytes.of("fill" + (1000 + i)).array());
    }
    db.flush();
    work.runOne(HeldWork.Kind.DELETES);
    assertEquals(40, db.stats().count("deletes.elided"));
    assertEquals(1, sidecars(disk).size());
    work.letGo();
  }

  @Test
  void theApplierLeavesTheCacheAlone() {
    open(options().blockCacheBytes(1 << 20));
    put(i -> true);
    db.compact();
    open(options().blockCacheBytes(1 << 20));
    delete(i -> i % 2 == 0);
    db.flush();
    assertEquals(KEYS / 2, db.stats().count("deletes.elided"));
    assertTrue(db.stats().count("applier.block.reads") > 0);
    assertEquals(0, db.stats().count("block.cache"));
    assertHolds(i -> i % 2 != 0);
  }

  @Test
  void garbageComesBackWithoutAnyOverflow() {
    open(options().garbageShare(0.3));
    put(i -> true);
    db.compact();
    long before = db.stats().tableBytes();
    delete(i -> i % 10 < 8);
    db.flush();
    db.awaitIdle();
    assertEquals(1, db.stats().count("garbage.rewrites"));
    assertEquals(0, db.stats().count("table.dead.entries"));
    assertTrue(db.stats().tableBytes() < before / 2, () -> before + " then " + db.stats());
    assertHolds(i -> i % 10 >= 8);
  }
}
