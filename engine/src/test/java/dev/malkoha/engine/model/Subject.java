package dev.malkoha.engine.model;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.Ingestion;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.MergeFunction;
import dev.malkoha.engine.SharedResources;
import dev.malkoha.engine.Snapshot;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.TableWriter;
import dev.malkoha.engine.WriteBatch;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.engine.disk.MeanwhileDisk;
import dev.malkoha.engine.disk.MeanwhileDisk.When;
import dev.malkoha.engine.history.Appending;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Change;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.history.Spread;
import dev.malkoha.engine.model.Op.Move;
import dev.malkoha.storage.sim.CrashState;
import dev.malkoha.storage.sim.SimulatedDisk;
import dev.malkoha.tools.VerifyReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A store beside the sorted maps that say what it must answer, one for each keyspace. Fails where
 * they differ.
 */
final class Subject {

  /** Little, so that what is not sorted is merged. */
  private static final long INGESTION_BYTES = 4096;

  /** A reader beside the store looks after one in so many operations. */
  private static final int BESIDE_ONE_IN = 12;

  private static final int NAMES_MAX = 10;

  private record Moment(Snapshot snapshot, Maps content) {}

  private final Maps content = new Maps();

  /** The options of all keyspaces but the default one. */
  private final Map<String, KeyspaceOptions> named = new TreeMap<>();

  private final List<Moment> snapshots = new ArrayList<>();
  private final List<CheckedCursor> cursors = new ArrayList<>();
  private final SharedResources shared;
  private int files;
  private OptionSet set;
  private SimulatedDisk disk = new SimulatedDisk();
  private MeanwhileDisk seen;
  private HeldWork work;

  /** Whether work waits until an operation runs it. */
  private boolean held;

  /** Says which work runs after which operation, if the set says that it runs late. */
  private final SplittableRandom late;

  /** Says when a reader looks at the store. */
  private final SplittableRandom looks;

  /** A reader beside the store; null if none has it open. */
  private DbReader beside;

  /** What the reader has come to. */
  private Maps seenBeside = new Maps();

  private Db db;

  /** The keyspace that something is done in; null for the store as a whole. */
  private String current;

  /** Told of writes and of calls to the disk; null if nobody looks at crashes. */
  private Crashes crashes;

  Subject(OptionSet set) {
    this(set, null, 0);
  }

  /**
   * Opens a store.
   *
   * @param shared what it shares with others; null if it has everything for itself
   * @param seed says when work runs that runs late
   */
  Subject(OptionSet set, SharedResources shared, long seed) {
    this.set = set;
    this.shared = shared;
    this.late = new SplittableRandom(seed);
    this.looks = new SplittableRandom(~seed);
    this.db = open(set.options());
  }

  private Db open(DbOptions options) {
    work = new HeldWork();
    hold(held);
    seen = new MeanwhileDisk(disk);
    DbOptions own = shared == null ? options : options.toBuilder().resources(shared).build();
    return Stores.open(seen, own, work.workers());
  }

  /** From now on crashes are looked at. Everything must be flushed. */
  Crashes crash(SplittableRandom random, List<Bytes> keys, int oneIn) {
    crashes = new Crashes(random, set, keys, oneIn, content.of(Maps.DEFAULT));
    disk.onCall(call -> crashes.look(disk, call));
    return crashes;
  }

  void in(String keyspace, Op operation) {
    if (content.names().contains(keyspace)) {
      String before = current;
      current = keyspace;
      operation.on(this);
      current = before;
    }
  }

  private KeyValueMap map() {
    return current == null ? db : db.keyspace(current);
  }

  /** What the keyspace holds, or held at a moment. */
  private NavigableMap<Bytes, Bytes> content(Optional<Moment> moment) {
    return moment.map(Moment::content).orElse(content).of(current == null ? Maps.DEFAULT : current);
  }

  void setKeyspace(String name, int places) {
    KeyspaceOptions given = set.after(places).options().defaultKeyspace();
    KeyspaceOptions options = named(name, given);
    Keyspace keyspace = db.keyspace(name, given);
    checkEqual("options of " + name, options.toString(), keyspace.options().toString());
  }

  /** The options that the keyspace has when it is given some; what these do not set stays. */
  private KeyspaceOptions named(String name, KeyspaceOptions given) {
    KeyspaceOptions before = named.get(name);
    if (before == null) {
      content.create(name);
    }
    KeyspaceOptions now = before == null ? given : given.over(before);
    named.put(name, now);
    return now;
  }

  /** Open cursors go on, and moments have never seen it: there may soon be another of its name. */
  void dropKeyspace(String name) {
    if (named.remove(name) != null) {
      content.drop(name);
      snapshots.forEach(moment -> moment.content().drop(name));
      Keyspace dropped = db.keyspace(name);
      db.dropKeyspace(name);
      checkRefuses(dropped);
    }
  }

  private static void checkRefuses(Keyspace dropped) {
    try {
      dropped.get(new byte[0]);
    } catch (IllegalStateException e) {
      return;
    }
    throw new AssertionError(dropped + " answers although it was dropped");
  }

  private static void checkEqual(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError(what + " are " + found + ", expected " + expected);
    }
  }

  void write(Change all) {
    Change change = merging(all.among(content.names()));
    if (crashes != null) {
      crashes.begin(change);
    }
    change.applyTo(db);
    change.applyTo(content);
  }

  /** Where keyspaces merge, most puts are merges. */
  private Change merging(Change change) {
    return set.merging() == null ? change : change.with(Change.Edit::merging);
  }

  void commit(Change all) {
    Change change = merging(all.among(content.names()));
    change.commitTo(db);
    change.applyTo(content);
  }

  void modify(Op.Modify how) {
    NavigableMap<Bytes, Bytes> expected = content(Optional.empty());
    byte[] key = how.key().array();
    byte[] value = how.value().array();
    Bytes before = expected.get(how.key());
    byte[] now = before == null ? null : before.array();
    KeyValueMap map = map();
    switch (how.way()) {
      case PUT_IF_ABSENT -> checkEqual("put", now == null, map.putIfAbsent(key, value));
      case SET_WHAT_IT_IS -> checkEqual("set", true, map.compareAndSet(key, now, value));
      case SET_WHAT_IT_IS_NOT ->
          checkEqual("set", how.value().equals(before), map.compareAndSet(key, value, null));
      case REMOVE_WHAT_IT_IS -> checkEqual("set", true, map.compareAndSet(key, now, null));
      case UPDATE -> update(map, how, now, value);
      case UPDATE_AWAY -> update(map, how, now, null);
    }
    switch (how.way()) {
      case PUT_IF_ABSENT -> expected.putIfAbsent(how.key(), how.value());
      case SET_WHAT_IT_IS, UPDATE -> expected.put(how.key(), how.value());
      case SET_WHAT_IT_IS_NOT -> expected.remove(how.key(), how.value());
      case REMOVE_WHAT_IT_IS, UPDATE_AWAY -> expected.remove(how.key());
    }
  }

  private static void update(KeyValueMap map, Op.Modify how, byte[] expected, byte[] value) {
    byte[] given =
        map.update(
            how.key().array(),
            before -> {
              checkEqual("value to update", Arrays.toString(expected), Arrays.toString(before));
              return value;
            });
    checkEqual("updated value", Arrays.toString(value), Arrays.toString(given));
  }

  void ingest(List<Map.Entry<Bytes, Bytes>> entries, boolean asFile) {
    NavigableMap<Bytes, Bytes> expected = content(Optional.empty());
    TreeMap<Bytes, Bytes> last = new TreeMap<>();
    entries.forEach(entry -> last.put(entry.getKey(), entry.getValue()));
    Ingestion done = asFile ? ingestFile(last) : ingestEntries(entries);
    long replaced = asFile ? 0 : entries.size() - last.size();
    checkEqual("ingested entries", (long) last.size(), done.entries());
    checkEqual("replaced entries", replaced, done.replaced());
    expected.putAll(last);
  }

  private Ingestion ingestEntries(List<Map.Entry<Bytes, Bytes>> entries) {
    return map()
        .ingest(
            entries.stream()
                .map(entry -> Map.entry(entry.getKey().array(), entry.getValue().array()))
                .iterator(),
            IngestOptions.ofMemory(INGESTION_BYTES));
  }

  private Ingestion ingestFile(Map<Bytes, Bytes> entries) {
    Path file = Path.of("/loose/" + ++files);
    try (TableWriter writer = Stores.tableWriter(disk, file, set.options().defaultKeyspace())) {
      entries.forEach((key, value) -> writer.put(key.array(), value.array()));
      writer.finish();
    }
    return map().ingestFiles(List.of(file));
  }

  void get(Bytes key, int snapshot) {
    Optional<Moment> moment = moment(snapshot);
    byte[] found =
        moment.isPresent()
            ? map().get(key.array(), moment.get().snapshot())
            : map().get(key.array());
    Bytes expected = content(moment).get(key);
    if (expected == null ? found != null : found == null || !expected.equals(Bytes.of(found))) {
      throw new AssertionError(
          "get gives " + (found == null ? null : Bytes.of(found)) + ", expected " + expected);
    }
  }

  void askAll(List<Bytes> keys, Range range, int snapshot) {
    Optional<Moment> moment = moment(snapshot);
    Snapshot then = moment.map(Moment::snapshot).orElse(null);
    new CheckedReads(map(), then, content(moment)).check(keys, range);
  }

  void deleteRange(Range range, boolean batch) {
    KeyRange keys = range.keyRange();
    if (!batch) {
      map().deleteRange(keys);
    } else if (current == null) {
      db.write(new WriteBatch().deleteRange(keys));
    } else {
      db.write(new WriteBatch().in(db.keyspace(current)).deleteRange(keys));
    }
    content(Optional.empty()).keySet().removeIf(range::contains);
  }

  void scan(Range range, int snapshot, List<Move> moves) {
    CheckedCursor cursor = cursor(range, snapshot);
    cursor.move(moves);
    cursor.close();
  }

  void openCursor(Range range, int snapshot) {
    cursors.add(cursor(range, snapshot));
  }

  private CheckedCursor cursor(Range range, int snapshot) {
    Optional<Moment> moment = moment(snapshot);
    Cursor cursor =
        moment.isPresent()
            ? map().scan(range.keyRange(), moment.get().snapshot())
            : map().scan(range.keyRange());
    return new CheckedCursor(cursor, new ModelCursor(range.of(content(moment))));
  }

  void moveCursor(int index, List<Move> moves, boolean close) {
    if (index < cursors.size()) {
      cursors.get(index).move(moves);
      if (close) {
        cursors.remove(index).close();
      }
    }
  }

  void takeSnapshot() {
    snapshots.add(new Moment(db.snapshot(), new Maps(content)));
  }

  void closeSnapshot(int index) {
    if (index < snapshots.size()) {
      snapshots.remove(index).snapshot().close();
    }
  }

  private Optional<Moment> moment(int index) {
    return index < 0 || index >= snapshots.size()
        ? Optional.empty()
        : Optional.of(snapshots.get(index));
  }

  void upkeep(Op.Upkeep upkeep) {
    switch (upkeep) {
      case FLUSH -> flush();
      case COMPACT -> withWorkDone(this::compact);
      case AWAIT_IDLE -> withWorkDone(db::awaitIdle);
    }
    if (crashes != null) {
      crashes.flushed();
    }
  }

  /** Flushes a keyspace, and does something in the middle of it, such as to drop the keyspace. */
  void flush(int calls, List<Op> meanwhile) {
    seen.after(calls, When.TABLE_WRITE, () -> meanwhile.forEach(op -> op.on(this)));
    try {
      flush();
    } catch (IllegalStateException e) {
      if (content.names().contains(current)) {
        throw e;
      }
    }
    seen.end();
  }

  private void flush() {
    if (current == null) {
      db.flush();
    } else {
      db.keyspace(current).flush();
    }
  }

  private void compact() {
    if (current == null) {
      db.compact();
    } else {
      db.keyspace(current).compact();
    }
  }

  /** Who waits for work waits for ever where work is held. */
  private void withWorkDone(Runnable waiting) {
    work.letGo();
    waiting.run();
    hold(held);
  }

  void hold(boolean now) {
    held = now;
    if (held || set.late()) {
      work.hold();
    } else {
      work.letGo();
    }
  }

  /** Runs work that waits, and something else in the middle; returns whether it came to that. */
  boolean runHeld(Kind kind, When when, int calls, List<Op> meanwhile) {
    seen.after(calls, when, () -> meanwhile.forEach(op -> op.on(this)));
    work.runOne(kind);
    return seen.end();
  }

  /** After an operation: where work runs late, some of it may run now. */
  void letWorkRun() {
    if (set.late() && !held) {
      Kind[] kinds = Kind.values();
      for (int jobs = late.nextInt(3); jobs > 0; jobs--) {
        work.runOne(kinds[late.nextInt(kinds.length)]);
      }
    }
  }

  /** After an operation: where keyspaces merge, a reader beside the store looks now and then. */
  void lookBeside() {
    if (set.merging() == null || looks.nextInt(BESIDE_ONE_IN) > 0) {
      return;
    }
    if (beside == null) {
      beside = Stores.openReadOnly(disk, givingFunctions(set.options(), Spread.names(NAMES_MAX)));
      seenBeside = new Maps(content);
    } else if (looks.nextInt(4) > 0) {
      beside.refresh();
      seenBeside = new Maps(content);
    }
    checkBeside();
    if (looks.nextInt(8) == 0) {
      closeBeside();
    }
  }

  private void checkBeside() {
    checkEqual("keyspaces beside", List.copyOf(seenBeside.names()), beside.keyspaces());
    for (String name : seenBeside.names()) {
      NavigableMap<Bytes, Bytes> expected = seenBeside.of(name);
      NavigableMap<Bytes, Bytes> found = new TreeMap<>();
      try (Cursor cursor = beside.keyspace(name).scan(KeyRange.all())) {
        while (cursor.next()) {
          found.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
        }
      }
      checkEqual("entries beside in " + name, expected, found);
      for (Bytes key : expected.keySet()) {
        if (looks.nextInt(8) == 0) {
          byte[] value = beside.keyspace(name).get(key.array());
          checkEqual("value beside of " + key, expected.get(key), Bytes.of(value));
        }
      }
    }
  }

  private void closeBeside() {
    if (beside != null) {
      beside.close();
      beside = null;
    }
  }

  void reopen(int places) {
    db.close();
    set = set.after(places);
    reopenOn(disk);
  }

  void reopenNaming(String name, int places) {
    KeyspaceOptions given = set.after(places).options().defaultKeyspace();
    named(name, given);
    db.close();
    reopenOn(disk, set.naming(name, given));
  }

  void kill() {
    SimulatedDisk left = disk.kill();
    db.close();
    reopenOn(left);
  }

  void powerCut(Change sync, CrashState how, long seed) {
    write(sync);
    SimulatedDisk left = disk.crash(how, seed);
    db.close();
    reopenOn(left);
  }

  private void reopenOn(SimulatedDisk next) {
    reopenOn(next, set.options());
  }

  private void reopenOn(SimulatedDisk next, DbOptions options) {
    snapshots.clear();
    cursors.clear();
    if (next != disk) {
      closeBeside();
    }
    disk = next;
    db = open(givingFunctions(options, content.names()));
    checkKeyspaces();
  }

  /** The merge function is code: each opening gives it, to each keyspace. */
  private DbOptions givingFunctions(DbOptions options, Collection<String> names) {
    if (set.merging() == null) {
      return options;
    }
    DbOptions.Builder giving = options.toBuilder();
    for (String name : names) {
      if (!name.equals(Maps.DEFAULT)) {
        KeyspaceOptions own = options.keyspaces().getOrDefault(name, KeyspaceOptions.defaults());
        MergeFunction function = set.merging().function();
        giving.keyspace(name, own.toBuilder().mergeFunction(Appending.NAME, function).build());
      }
    }
    return giving.build();
  }

  private void checkKeyspaces() {
    checkEqual("keyspaces", List.copyOf(content.names()), db.keyspaces());
    named.forEach(
        (name, options) ->
            checkEqual(
                "options of " + name, options.toString(), db.keyspace(name).options().toString()));
  }

  /**
   * Looks at everything once more, closes the store and has it verified; then all that again with
   * the store as it is opened anew.
   */
  void finish(List<Bytes> keys) {
    for (int i = 0; i < snapshots.size(); i++) {
      lookAtEverything(keys, i);
    }
    lookAtEverything(keys, -1);
    closeBeside();
    close();
    reopenOn(disk);
    lookAtEverything(keys, -1);
    close();
  }

  private void lookAtEverything(List<Bytes> keys, int snapshot) {
    for (String name : content.names()) {
      current = name;
      lookAtAKeyspace(keys, snapshot);
    }
    current = null;
  }

  private void lookAtAKeyspace(List<Bytes> keys, int snapshot) {
    keys.forEach(key -> get(key, snapshot));
    Move next = new Move(Move.Kind.NEXT, Optional.empty());
    Move prev = new Move(Move.Kind.PREV, Optional.empty());
    int entries = content(moment(snapshot)).size();
    List<Move> all = new ArrayList<>(Collections.nCopies(entries + 1, next));
    all.addAll(Collections.nCopies(entries + 1, prev));
    scan(new Range.All(), snapshot, all);
  }

  private void close() {
    db.close();
    VerifyReport report = Stores.verify(disk);
    if (!report.problems().isEmpty()) {
      throw new AssertionError("verify finds " + report.problems());
    }
  }

  /** The last calls to the disk. */
  String diskHistory() {
    return disk.history();
  }
}
