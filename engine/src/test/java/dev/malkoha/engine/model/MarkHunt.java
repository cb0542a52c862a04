package dev.malkoha.engine.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.disk.DrivenClock;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.facade.StoreDb;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.model.MarkOracle.Contents;
import dev.malkoha.engine.model.MarkOracle.Marked;
import dev.malkoha.engine.opening.Opening.Wanted;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.sim.Call;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.trials.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs random histories, each told by its seed, of a store that is opened at its marks, now and
 * then past them: writes of every kind to four keyspaces, flushes, compactions, snapshots, marks.
 * What is left by kills and power cuts, at calls of the disk or at the end of a life, is compared
 * with what the marks saw. Any thread.
 */
public final class MarkHunt implements HistoryBySeed {

  private static final int KEYS = 60;
  private static final int OPERATIONS = 160;
  private static final int SNAPSHOTS_MAX = 3;
  private static final int CRASH_ONE_IN = 150;
  private static final int LIVES = 2_000;
  private static final String PLAIN = "default";
  private static final String AGEING = "ageing";
  private static final String APART = "apart";
  private static final String EXTRA = "extra";
  private static final Path COPY = Path.of("/copy");

  private record Held(Snapshot snapshot, Map<String, Map<String, String>> seen) {}

  /** One history. */
  private static final class History {

    private final SplittableRandom random;
    private final DbOptions past;
    private final DbOptions atMarks;
    private final KeyspaceOptions extra;

    /** In some histories much lies between two marks. */
    private final int marksOneIn;

    private final DrivenClock clock = new DrivenClock(1_000_000);
    private final MarkOracle oracle = new MarkOracle();
    private final List<Held> held = new ArrayList<>();
    private SimulatedDisk disk = new SimulatedDisk();
    private MeanwhileDisk meanwhile = new MeanwhileDisk(disk);
    private boolean isMarked = true;
    private Contents now = new Contents();
    private Db db;

    /** Whether the store is being opened after a power cut, which a kill then does not mend. */
    private boolean isAfterCut;

    /** The time when the last mark was made. */
    private long markedAt;

    /** Whether anything was written since the last mark. */
    private boolean isBehind;

    private int values;

    History(long seed) {
      random = new SplittableRandom(seed);
      marksOneIn = random.nextInt(3) == 0 ? 6 : 1;
      extra = plain().build();
      past =
          DbOptions.builder()
              .defaultKeyspace(keyspace().build())
              .blockCacheBytes(0)
              .durability(Durability.PROCESS)
              .keyspace(AGEING, keyspace().timeToLive(Duration.ofMillis(LIVES)).build())
              .keyspace(APART, keyspace().valueFileThreshold(32).build())
              .build();
      atMarks = past.toBuilder().openAtLastMark(true).build();
      open(true);
    }

    private KeyspaceOptions.Builder keyspace() {
      return plain().mergeFunction(Appending.NAME, Appending.any(random).function());
    }

    private KeyspaceOptions.Builder plain() {
      return KeyspaceOptions.builder()
          .memTableBytes(random.nextInt(3) == 0 ? 16 << 10 : 4 << 10)
          .tableBytes(4 << 10)
          .blockBytes(256)
          .garbageShare(random.nextBoolean() ? 0.3 : 0.05)
          .deleteApplier(random.nextInt(4) > 0);
    }

    private Db openOn(Disk on, Path path, boolean withMarks) {
      return StoreDb.open(
          on,
          path,
          withMarks ? atMarks : past,
          Workers.inline(),
          clock.on(on),
          Wanted.STORE_OR_NEW);
    }

    /** Opens what the life before has left, and goes on from what it shows. */
    private void open(boolean isKill) {
      isMarked = random.nextInt(5) > 0;
      oracle.beginToOpen(isMarked);
      isAfterCut = !isKill;
      disk.onCall(call -> explore(call, disk));
      meanwhile = new MeanwhileDisk(disk);
      db = openOn(meanwhile, Stores.PATH, isMarked);
      Marked found = oracle.check(db.lastMark(), content(db), isKill, isMarked, clock.millis());
      now = found.contents().copy();
      oracle.restart(isMarked ? found : new Marked(null, now.copy()), isMarked);
      isBehind = !isMarked;
      markedAt = clock.millis();
      isAfterCut = false;
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
        check();
      }
      letGo();
      db.close();
    }

    private void step() {
      switch (random.nextInt(42)) {
        case 0, 1, 2, 3, 4, 5, 6, 7 -> write(1 + random.nextInt(20));
        case 8, 9, 10 -> write(1);
        case 11, 12 -> deleteRange();
        case 13, 14 -> batch();
        case 15, 16, 17, 18, 19 -> markNowAndThen(Durability.PROCESS);
        case 20, 21 -> markNowAndThen(Durability.SYNC);
        case 22, 23 -> db.flush();
        case 24 -> markWhileFlushed();
        case 25 -> db.keyspace(any()).flush();
        case 26 -> db.compact();
        case 27, 28 -> db.awaitIdle();
        case 29 -> sync();
        case 30, 31 -> hold();
        case 32 -> letGoOne();
        case 33 -> ingest();
        case 34 -> keyspaceComesOrGoes();
        case 35 -> clock.moveTo(clock.millis() + random.nextInt(LIVES));
        case 36 -> checkpoint();
        case 37 -> lookBeside();
        case 38 -> mergeOverRange();
        default -> reopen();
      }
    }

    private String any() {
      List<String> there = db.keyspaces();
      return there.get(random.nextInt(there.size()));
    }

    private String key() {
      return "key%03d".formatted(random.nextInt(KEYS));
    }

    private String value() {
      return "value" + ++values + "x".repeat(random.nextInt(6) == 0 ? 200 : random.nextInt(40));
    }

    private static byte[] bytes(String text) {
      return text.getBytes(UTF_8);
    }

    private Lasting lasting(String keyspace, String value) {
      long expiry = keyspace.equals(AGEING) ? clock.millis() + LIVES : Lasting.NEVER;
      return new Lasting(value, expiry);
    }

    private void begin() {
      oracle.begin(now);
      isBehind = true;
    }

    private void write(int count) {
      String keyspace = any();
      Keyspace into = db.keyspace(keyspace);
      for (int i = 0; i < count; i++) {
        String key = key();
        String value = value();
        NavigableMap<String, Lasting> content = now.of(keyspace);
        switch (random.nextInt(keyspace.equals(EXTRA) ? 4 : 5)) {
          case 0 -> {
            content.remove(key);
            begin();
            into.delete(bytes(key));
          }
          case 4 -> {
            content.put(key, content.getOrDefault(key, new Lasting("", 0)).merged(value));
            begin();
            into.merge(bytes(key), bytes(value));
          }
          default -> {
            content.put(key, lasting(keyspace, value));
            begin();
            into.put(bytes(key), bytes(value));
          }
        }
        oracle.acknowledge();
      }
    }

    private void deleteRange() {
      String keyspace = any();
      String a = key();
      String b = key();
      String from = a.compareTo(b) < 0 ? a : b;
      String to = (a.compareTo(b) < 0 ? b : a) + "~";
      now.of(keyspace).subMap(from, true, to, false).clear();
      begin();
      db.keyspace(keyspace).deleteRange(bytes(from), bytes(to));
      oracle.acknowledge();
    }

    /** A merge into a key that is covered, and under both what a snapshot alone still sees. */
    private void mergeOverRange() {
      String key = key();
      Keyspace into = db.keyspace(PLAIN);
      NavigableMap<String, Lasting> content = now.of(PLAIN);
      content.put(key, lasting(PLAIN, value()));
      begin();
      into.put(bytes(key), bytes(Objects.requireNonNull(content.get(key).at(clock.millis()))));
      oracle.acknowledge();
      hold();
      content.remove(key);
      begin();
      into.deleteRange(bytes(key), bytes(key + "~"));
      oracle.acknowledge();
      String operand = value();
      content.put(key, new Lasting("", 0).merged(operand));
      begin();
      into.merge(bytes(key), bytes(operand));
      oracle.acknowledge();
      markNowAndThen(Durability.PROCESS);
      if (random.nextBoolean()) {
        write(1);
        db.flush();
      }
    }

    private void batch() {
      WriteBatch batch = new WriteBatch();
      for (int i = random.nextInt(12); i >= 0; i--) {
        String keyspace = any();
        WriteBatch into = batch.in(db.keyspace(keyspace));
        String key = key();
        if (random.nextInt(3) == 0) {
          into.delete(bytes(key));
          now.of(keyspace).remove(key);
        } else {
          String value = value();
          into.put(bytes(key), bytes(value));
          now.of(keyspace).put(key, lasting(keyspace, value));
        }
      }
      begin();
      db.write(batch);
      oracle.acknowledge();
    }

    private void markNowAndThen(Durability durability) {
      if (random.nextInt(marksOneIn) == 0) {
        mark(durability);
      }
    }

    private void mark(Durability durability) {
      byte[] label = bytes("mark " + ++values);
      if (!isMarked) {
        refused(() -> db.mark(label, durability), "openAtLastMark");
        refused(db::snapshotAtLastMark, "openAtLastMark");
        return;
      }
      oracle.beginMark(label, now);
      db.mark(label, durability);
      oracle.acknowledgeMark();
      markedAt = clock.millis();
      isBehind = false;
      if (durability == Durability.SYNC) {
        oracle.durable();
      }
    }

    /** A mark, and something before and after it, comes while memtables are made tables. */
    private void markWhileFlushed() {
      meanwhile.after(
          random.nextInt(6),
          When.TABLE_WRITE,
          () -> {
            int mode = random.nextInt(3);
            if (mode > 0) { // a second one freezes a memtable, and a third would wait
              write(1);
            }
            mark(Durability.PROCESS);
            if (mode == 0) {
              sync();
              write(1);
              mark(Durability.PROCESS);
            }
            write(1);
          });
      db.flush();
      meanwhile.end();
    }

    private static void refused(Runnable call, String remedy) {
      try {
        call.run();
      } catch (IllegalStateException e) {
        same("whether it says what to do", true, String.valueOf(e.getMessage()).contains(remedy));
        return;
      }
      throw new AssertionError("it was not refused: " + remedy);
    }

    private void sync() {
      db.sync();
      oracle.durable();
    }

    /** A snapshot of now or of the last mark. */
    private void hold() {
      if (held.size() < SNAPSHOTS_MAX) {
        boolean ofMark = isMarked && random.nextBoolean();
        held.add(
            ofMark
                ? new Held(db.snapshotAtLastMark(), oracle.mark().contents().at(markedAt))
                : new Held(db.snapshot(), now.at(clock.millis())));
      }
    }

    private void letGoOne() {
      if (!held.isEmpty()) {
        held.remove(random.nextInt(held.size())).snapshot.close();
      }
    }

    private void letGo() {
      held.forEach(each -> each.snapshot.close());
      held.clear();
    }

    private void ingest() {
      String keyspace = any();
      Contents after = now.copy();
      Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
      for (int i = random.nextInt(30); i >= 0; i--) {
        String key = key();
        String value = value();
        entries.put(bytes(key), bytes(value));
        after.of(keyspace).put(key, lasting(keyspace, value));
      }
      Runnable ingestion = () -> db.keyspace(keyspace).ingest(entries.entrySet());
      if (isBehind && isMarked && random.nextInt(3) == 0) {
        refused(ingestion, "call Db.mark");
        return;
      }
      asAMark(after, true, ingestion);
    }

    /** Does what is an edit of the manifest, and so a mark. */
    private void asAMark(Contents after, boolean ingests, Runnable change) {
      if (isMarked) {
        if (isBehind) {
          mark(Durability.PROCESS);
        }
        oracle.beginMark(oracle.mark().label(), after);
      }
      now = after;
      oracle.begin(now);
      change.run();
      oracle.acknowledge();
      if (isMarked) {
        oracle.acknowledgeMark();
        markedAt = ingests ? clock.millis() : markedAt;
      }
      oracle.durable();
    }

    private void keyspaceComesOrGoes() {
      if (!db.keyspaces().contains(EXTRA)) {
        db.keyspace(EXTRA, extra);
        return;
      }
      letGo();
      Runnable drop = () -> db.dropKeyspace(EXTRA);
      if (isBehind && isMarked && random.nextInt(3) == 0) {
        refused(drop, "call Db.mark");
        return;
      }
      Contents after = now.copy();
      after.maps().remove(EXTRA);
      asAMark(after, false, drop);
    }

    /** A checkpoint has all that was written and the last mark. */
    private void checkpoint() {
      db.checkpoint(COPY);
      SimulatedDisk other = disk.kill();
      for (boolean withMarks : new boolean[] {true, false}) {
        try (Db copy = openOn(other, COPY, withMarks)) {
          boolean goesBack = withMarks && isMarked;
          Contents expected = goesBack ? oracle.mark().contents() : now;
          same("checkpoint", expected.at(clock.millis()), content(copy));
        }
        other = disk.kill();
      }
      StoreDb.destroy(disk, COPY);
    }

    /** A reader shows everything, past the marks. */
    private void lookBeside() {
      try (DbReader beside = Stores.openReadOnly(disk, past, clock.on(disk))) {
        same("reader", now.at(clock.millis()), content(beside));
        write(3);
        beside.refresh();
        same("reader later", now.at(clock.millis()), content(beside));
      }
    }

    private void reopen() {
      letGo();
      int how = random.nextInt(3);
      SimulatedDisk left = disk;
      disk.onCall(call -> {});
      if (how == 0) {
        db.close();
        oracle.durable();
      } else {
        left =
            how == 1
                ? disk.kill()
                : disk.crash(
                    CrashState.ALL.get(random.nextInt(CrashState.ALL.size())), random.nextLong());
        db.close();
      }
      disk = left;
      open(how != 2);
    }

    /** Looks now and then at what a crash at a call leaves. */
    private void explore(Call call, SimulatedDisk at) {
      if (!call.kind().isChanging() || random.nextInt(CRASH_ONE_IN) > 0) {
        return;
      }
      boolean isKill = random.nextInt(4) == 0;
      CrashState how = CrashState.ALL.get(random.nextInt(CrashState.ALL.size()));
      SimulatedDisk left = isKill ? at.kill() : at.crash(how, random.nextLong());
      try {
        visit(left, isKill && !isAfterCut);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError((isKill ? "kill" : how) + " before " + call, e);
      }
    }

    /** Opens what a crash left, again and again, with more that is written and taken back. */
    private void visit(SimulatedDisk left, boolean isKill) {
      boolean withMarks = random.nextInt(5) > 0;
      Marked found;
      try (Db opened = openOn(left, Stores.PATH, withMarks)) {
        byte[] label = opened.lastMark();
        found = oracle.check(label, content(opened), isKill, withMarks, clock.millis());
        if (random.nextBoolean()) {
          opened.put(bytes("~"), bytes("~"));
          if (random.nextBoolean()) {
            opened.flush();
            opened.compact();
          }
        }
        left = random.nextBoolean() ? left.kill() : left.crash(CrashState.EVERYTHING, 1);
      }
      if (withMarks) {
        visitAgain(left, found);
      }
    }

    private void visitAgain(SimulatedDisk again, Marked found) {
      Contents expected = found.contents().copy();
      byte[] label = bytes("again");
      try (Db opened = openOn(again, Stores.PATH, true)) {
        same("label", text(found.label()), text(opened.lastMark()));
        same("second opening", expected.at(clock.millis()), content(opened));
        opened.put(bytes("~~"), bytes("1"));
        expected.of(PLAIN).put("~~", new Lasting("1", Lasting.NEVER));
        opened.mark(label, Durability.SYNC);
        opened.delete(bytes("~~"));
        if (random.nextBoolean()) {
          opened.flush();
          opened.compact();
        }
      }
      try (Db opened = openOn(again, Stores.PATH, true)) {
        same("label", text(label), text(opened.lastMark()));
        same("third opening", expected.at(clock.millis()), content(opened));
      }
      same("problems", List.of(), Stores.verify(again).problems());
    }

    private void check() {
      same("now", now.at(clock.millis()), content(db));
      for (Held each : held) {
        same("snapshot", each.seen, content(each.snapshot));
      }
      byte[] label = isMarked ? oracle.mark().label() : null;
      same("label", text(label), text(db.lastMark()));
      if (isMarked && random.nextInt(4) == 0) {
        try (Snapshot mark = db.snapshotAtLastMark()) {
          same("last mark", oracle.mark().contents().at(markedAt), content(mark));
        }
      }
    }

    private Map<String, Map<String, String>> content(Snapshot snapshot) {
      Map<String, Map<String, String>> found = new TreeMap<>();
      for (String name : db.keyspaces()) {
        add(name, snapshot.in(db.keyspace(name)), found);
      }
      return found;
    }

    private static Map<String, Map<String, String>> content(OpenStore of) {
      Map<String, Map<String, String>> found = new TreeMap<>();
      for (String name : of.keyspaces()) {
        add(name, of.keyspace(name), found);
      }
      return found;
    }

    private static void add(String name, Reads reads, Map<String, Map<String, String>> to) {
      Map<String, String> found = new TreeMap<>();
      try (Cursor cursor = reads.scan(KeyRange.all())) {
        while (cursor.next()) {
          found.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
        }
      }
      for (int i = 0; i < KEYS; i += 7) {
        String key = "key%03d".formatted(i);
        byte[] value = reads.get(bytes(key));
        same("get of " + key, found.get(key), value == null ? null : new String(value, UTF_8));
      }
      if (!found.isEmpty()) {
        to.put(name, found);
      }
    }

    private static String text(byte @Nullable [] label) {
      return label == null ? "none" : new String(label, UTF_8);
    }

    private static void same(String what, Object expected, Object found) {
      if (!Objects.equals(expected, found)) {
        throw new AssertionError(what + ": expected " + expected + ", found " + found);
      }
    }
  }

  /** Prepares to run histories. */
  public MarkHunt() {}

  @Override
  public void run(long seed) {
    try {
      new History(seed).run();
    } catch (RuntimeException | Error e) {
      throw new AssertionError(Trials.replay(MarkModelTest.class, seed), e);
    }
  }
}
