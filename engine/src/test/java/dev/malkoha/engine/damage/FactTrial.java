package dev.malkoha.engine.damage;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Bytes;
import dev.malkoha.engine.history.Maps;
import dev.malkoha.engine.version.SealedManifest;
import dev.malkoha.storage.sim.FilesAtRest;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One store whose manifest says something else than it did, under checksums that are right. It is
 * refused, with a file and a place, or it answers as its tables and its log themselves say. What
 * cannot be told without reading a table may be told by a check alone.
 */
final class FactTrial {

  private static final Pattern PLACE = Pattern.compile("offset -?\\d|position \\d|is missing");
  private static final Pattern FILE =
      Pattern.compile(
          "CURRENT|MANIFEST-\\d|\\d\\.(log|sst|dv|val)|the log of|options of keyspace|given out");

  /** What a check alone may tell, since it takes a reading of blocks. */
  private static final Pattern BY_READING =
      Pattern.compile("is read before a newer|lives, though a newer|points into it");

  private static final long MOST_BYTES = 64 << 20;
  private static final Bytes LATER = Bytes.of("written later");

  private final FactStore store;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final Effort effort = new Effort();
  private final NavigableSet<Bytes> keys;
  private String said = "";
  private Maps expected;
  private Checkup checkup;

  FactTrial(FactStore store) {
    this.store = store;
    this.keys = new TreeSet<>(store.keys());
    keys.add(LATER);
    FilesAtRest rest = disk.filesAtRest(Stores.PATH);
    store.files().names().forEach(name -> rest.write(name, store.files().bytes(name)));
  }

  /** Changes the manifest. */
  FactTrial change(long seed) {
    try {
      FactChange.Changed changed =
          FactChange.change(SealedManifest.of(disk), new SplittableRandom(seed));
      changed.manifest().writeTo(disk);
      said = changed.said();
      return this;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What was changed, in words. */
  String said() {
    return said;
  }

  /** Opens it in every way; throws where something is wrong. */
  Verdict run() {
    try {
      expected = themselves();
      checkup = effort.measure(() -> Checkup.of(new LaidOutStore.Simulated(disk, Stores.PATH)));
      readOnly();
      Verdict verdict = write();
      effort.requireWithin(MOST_BYTES);
      return verdict;
    } catch (ForbiddenOutcome e) {
      return e.verdict();
    } catch (Throwable e) { // also where memory does not suffice
      StringBuilder trace = new StringBuilder(e.toString());
      for (int i = 0; i < Math.min(8, e.getStackTrace().length); i++) {
        trace.append("\n      ").append(e.getStackTrace()[i]);
      }
      return new Verdict(Outcome.FOREIGN, trace.toString());
    }
  }

  /** Null if nobody can tell. */
  private Maps themselves() {
    try {
      return TablesThemselves.read(disk, SealedManifest.of(disk).state());
    } catch (IOException | DbException | IllegalArgumentException e) {
      return null;
    }
  }

  private void readOnly() {
    try (DbReader db = effort.measure(() -> Stores.openReadOnly(disk, store.options()))) {
      if (db.problems().isEmpty()) {
        requireAnswers(db, "opened for reading only");
      }
    } catch (DbException e) {
      requireRefusal(e);
    }
  }

  private Verdict write() {
    WaitingWork work = new WaitingWork();
    Db opened;
    try {
      opened =
          effort.measure(
              () -> Stores.open(disk, Stores.PATH, store.options(), work.workers(), false));
    } catch (DbException e) {
      requireRefusal(e);
      return new Verdict(Outcome.REFUSED, String.valueOf(e.getMessage()));
    }
    try (Db db = opened) {
      requireAnswers(db, "opened");
      work.letGo();
      effort.measure(() -> rewrite(db));
    } catch (DbException e) {
      requireTold("refused when rewritten: " + e);
      requireOurs(e);
      return new Verdict(Outcome.READ_REFUSED, String.valueOf(e.getMessage()));
    }
    openAgain();
    return new Verdict(checkup.isSound() ? Outcome.RIGHT : Outcome.RIGHT_AND_CHECKED, "");
  }

  private Db rewrite(Db db) {
    for (String name : db.keyspaces()) {
      KeyValueMap map = name.equals(Maps.DEFAULT) ? db : db.keyspace(name);
      map.put(LATER.array(), LATER.array());
      if (expected != null) {
        expected.of(name).put(LATER, LATER);
      }
    }
    db.flush();
    db.compact();
    db.awaitIdle();
    requireAnswers(db, "rewritten");
    return db;
  }

  private void openAgain() {
    try (Db db = Stores.open(disk, Stores.PATH, store.options(), Workers.inline(), false)) {
      requireAnswers(db, "opened again");
    } catch (DbFormatException e) { // its last numbers were given out: nothing is lost
      try (DbReader db = Stores.openReadOnly(disk, store.options())) {
        requireAnswers(db, "opened again for reading only");
      }
    } catch (DbException e) {
      throw new ForbiddenOutcome(Outcome.FOREIGN, "does not open again: " + e);
    }
  }

  private void requireAnswers(OpenStore db, String when) {
    Answers answers = Answers.of(db, keys, expected == null ? new Maps() : expected);
    if (expected == null) {
      requireTold(when + ", though nobody can tell what it holds");
    } else if (!answers.refusal().isEmpty()) {
      requireTold(when + ", " + answers.refusal());
    } else if (!answers.wrong().isEmpty() && !BY_READING.matcher(problems()).find()) {
      throw new ForbiddenOutcome(
          Outcome.SILENT, when + ", " + answers.wrong() + "; checked: " + problems());
    }
  }

  private String problems() {
    return checkup.problems().toString();
  }

  private void requireTold(String what) {
    if (checkup.isSound()) {
      throw new ForbiddenOutcome(Outcome.SILENT, what);
    }
  }

  /** What seals a store is not to be a slip of its own. */
  private static void requireOurs(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RuntimeException
          && !(cause instanceof DbException || cause.getClass().getName().contains("malkoha"))) {
        throw new ForbiddenOutcome(Outcome.FOREIGN, e + ", for " + cause);
      }
    }
  }

  private void requireRefusal(DbException e) {
    String message = String.valueOf(e.getMessage());
    boolean called = e instanceof DbCorruptionException || e instanceof DbFormatException;
    boolean placed = PLACE.matcher(message).find() || e instanceof DbFormatException;
    if (!called || !FILE.matcher(message).find() || !placed) {
      throw new ForbiddenOutcome(Outcome.VAGUE, e.toString());
    }
    if (checkup.isSound() && e instanceof DbCorruptionException) {
      throw new ForbiddenOutcome(Outcome.UNCHECKED, e.toString());
    }
  }
}
