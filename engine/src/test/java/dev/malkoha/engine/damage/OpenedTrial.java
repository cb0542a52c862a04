package dev.malkoha.engine.damage;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbIoException;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.background.Workers;
import dev.malkoha.engine.history.Maps;

/**
 * What becomes of a damaged store that could be opened: as its opening leaves it, after all of it
 * has been rewritten, and when it is opened again.
 */
final class OpenedTrial {

  /** A segment's records begin here; the header in front of them may be rewritten. */
  private static final int LOG_HEADER_BYTES = 1024;

  private final Trial trial;
  private final PristineStore store;
  private final boolean told;
  private Maps expected;

  OpenedTrial(Trial trial, Db db) {
    this.trial = trial;
    this.store = trial.store();
    this.told = !db.problems().isEmpty();
    this.expected = store.content();
  }

  /** The verdict on the store, which is closed afterwards. */
  Verdict judge(Db opened, WaitingWork work) {
    Verdict first;
    try (Db db = opened) {
      first = judgeFirst(db);
      if (first.outcome() == Outcome.READ_REFUSED) {
        return first;
      }
      work.letGo();
      rewrite(db);
    } catch (DbIoException e) {
      throw e;
    } catch (DbException e) {
      return new Verdict(Outcome.READ_REFUSED, String.valueOf(e.getMessage()));
    }
    openAgain();
    return first;
  }

  private Verdict judgeFirst(Db db) {
    Answers answers = Answers.of(db, store.keys(), expected);
    if (!answers.wrong().isEmpty()) {
      return judgeLess(db, answers);
    }
    if (!answers.refusal().isEmpty()) {
      return new Verdict(Outcome.READ_REFUSED, answers.refusal());
    }
    Outcome outcome = told ? Outcome.TOLD_AND_RIGHT : Outcome.RIGHT;
    return new Verdict(outcome, db.problems().toString());
  }

  private Verdict judgeLess(Db db, Answers answers) {
    if (!told) {
      trial.requireEarlierKill(answers, "");
    } else if (!answers.refusal().isEmpty()) {
      return new Verdict(Outcome.READ_REFUSED, answers.refusal());
    } else if (!store.everHeld(answers.found())) {
      throw new ForbiddenOutcome(Outcome.MIXED, answers.wrong() + ", " + db.problems());
    } else {
      requireKept();
    }
    expected = answers.found();
    requireAnswers(db, Outcome.MIXED, "gets beside scans, ");
    Outcome outcome = told ? Outcome.TOLD_AND_LESS : Outcome.AS_KILLED_BEFORE;
    return new Verdict(outcome, answers.wrong() + ", " + db.problems());
  }

  /** What is not shown any more must still lie somewhere. */
  private void requireKept() {
    StoreFiles before = trial.damaged();
    StoreFiles now = trial.ground().files();
    for (String name : store.needed()) {
      if (before.has(name) && !now.keep(name, before.bytes(name), headerBytes(name))) {
        throw new ForbiddenOutcome(Outcome.DELETED, name + " by the opening");
      }
    }
  }

  private static int headerBytes(String name) {
    return FileKind.of(name) == FileKind.LOG ? LOG_HEADER_BYTES : 0;
  }

  private void rewrite(Db db) {
    db.flush();
    requireAnswers(db, Outcome.SILENT, "flushed, ");
    db.compact();
    requireAnswers(db, Outcome.SILENT, "rewritten, ");
  }

  private void openAgain() {
    LaidOutStore ground = trial.ground();
    try (Db db =
        Stores.open(ground.disk(), ground.path(), store.options(), Workers.inline(), false)) {
      requireAnswers(db, Outcome.SILENT, "opened again, ");
    } catch (DbException e) {
      throw new ForbiddenOutcome(Outcome.FOREIGN, "does not open again: " + e);
    }
  }

  private void requireAnswers(Db db, Outcome otherwise, String when) {
    Answers answers = Answers.of(db, store.keys(), expected);
    if (!answers.wrong().isEmpty()) {
      throw new ForbiddenOutcome(otherwise, when + answers.wrong());
    }
  }
}
