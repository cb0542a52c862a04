package dev.malkoha.engine.damage;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbCorruptionException;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbFormatException;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Stores;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * One damaged store that is checked, opened for reading only and opened for writing, and what is to
 * be said of that.
 */
final class Trial {

  private static final Pattern FILE =
      Pattern.compile("CURRENT|MANIFEST-\\d|\\d\\.(log|sst|dv|val)");
  private static final Pattern PLACE = Pattern.compile("offset \\d|is missing|no file named");

  private final PristineStore store;
  private final Damage damage;
  private final StoreFiles damaged;
  private final LaidOutStore ground;
  private final Effort effort = new Effort();

  Trial(PristineStore store, Damage damage, LaidOutStore.Layer layer) {
    this.store = store;
    this.damage = damage;
    this.damaged = damage.in(store);
    this.ground = layer.lay(damaged);
  }

  /** The attempt of a sweep. */
  static DamageSweep.Tried attempt(PristineStore store, Damage damage, LaidOutStore.Layer layer) {
    Trial trial = new Trial(store, damage, layer);
    return new DamageSweep.Tried(trial.run(), trial.effort);
  }

  Verdict run() {
    try {
      return judge();
    } catch (ForbiddenOutcome e) {
      return e.verdict();
    } catch (Throwable e) { // also where memory does not suffice
      String trace = Arrays.stream(e.getStackTrace()).limit(12).toList().toString();
      return new Verdict(Outcome.FOREIGN, e + " " + trace);
    }
  }

  private Verdict judge() {
    Checkup checkup = effort.measure(() -> Checkup.of(ground));
    requireUnchanged("a check");
    readOnly();
    Verdict verdict = write();
    requireChecked(verdict, checkup);
    effort.requireLittleMemory(damaged.totalBytes());
    boolean more = verdict.outcome() == Outcome.RIGHT && !checkup.isSound();
    return more ? new Verdict(Outcome.RIGHT_AND_CHECKED, checkup.problems().toString()) : verdict;
  }

  /**
   * A check must see what stops an opening or a read, and at least mention what an opening tells.
   */
  private static void requireChecked(Verdict verdict, Checkup checkup) {
    boolean unchecked =
        switch (verdict.outcome()) {
          case REFUSED, READ_REFUSED -> checkup.isSound();
          case TOLD_AND_LESS, TOLD_AND_RIGHT -> checkup.isSilent();
          default -> false;
        };
    if (unchecked) {
      throw new ForbiddenOutcome(Outcome.UNCHECKED, verdict.toString());
    }
  }

  private void readOnly() {
    try (DbReader db =
        effort.measure(() -> Stores.openReadOnly(ground.disk(), ground.path(), store.options()))) {
      Answers answers = Answers.of(db, store.keys(), store.content());
      if (!answers.wrong().isEmpty() && db.problems().isEmpty()) {
        requireEarlierKill(answers, "opened for reading only, ");
      }
    } catch (DbException e) {
      requireRefusal(e);
    }
    requireUnchanged("an opening for reading only");
  }

  private Verdict write() {
    WaitingWork work = new WaitingWork();
    Db db;
    try {
      db =
          effort.measure(
              () ->
                  Stores.open(ground.disk(), ground.path(), store.options(), work.workers(), true));
    } catch (DbException e) {
      requireRefusal(e);
      requireUnchanged("a refused opening");
      return new Verdict(Outcome.REFUSED, String.valueOf(e.getMessage()));
    }
    return new OpenedTrial(this, db).judge(db, work);
  }

  Damage damage() {
    return damage;
  }

  PristineStore store() {
    return store;
  }

  StoreFiles damaged() {
    return damaged;
  }

  LaidOutStore ground() {
    return ground;
  }

  /**
   * Where nobody is told and an answer is wrong, that is right only where the store is just what a
   * kill some writes before would have left.
   */
  void requireEarlierKill(Answers answers, String how) {
    boolean allowed =
        !store.shape().ending().isClosed()
            && damage.file().equals(store.borders().lastLog())
            && isLastLogOlder()
            && store.everHeld(answers.found());
    if (!allowed) {
      throw new ForbiddenOutcome(Outcome.SILENT, how + answers.wrong());
    }
  }

  /** Whether the damage left the newest segment as it was before, or not yet begun. */
  private boolean isLastLogOlder() {
    String name = damage.file();
    return damage.how() == Damage.How.OLDER
        || !damaged.has(name)
        || Arrays.equals(damaged.bytes(name), new byte[damaged.bytes(name).length]);
  }

  private void requireUnchanged(String by) {
    String difference = damaged.differenceTo(ground.files());
    if (!difference.isEmpty()) {
      throw new ForbiddenOutcome(Outcome.CHANGED, "by " + by + ": " + difference);
    }
  }

  private static void requireRefusal(DbException e) {
    String message = String.valueOf(e.getMessage());
    boolean called = e instanceof DbCorruptionException || e instanceof DbFormatException;
    if (!called || !FILE.matcher(message).find() || !PLACE.matcher(message).find()) {
      throw new ForbiddenOutcome(Outcome.VAGUE, e.toString());
    }
  }
}
