package dev.malkoha.engine.disk;

import dev.malkoha.engine.background.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Workers without threads whose compactions and delete jobs wait, while they are held, until the
 * test runs them. Flushes run at once. A compaction that waits has chosen its inputs already.
 */
public final class HeldWork {

  /** What can be held. */
  public enum Kind {
    COMPACTION,
    DELETES
  }

  private final Map<Kind, Deque<Runnable>> waiting = new EnumMap<>(Kind.class);
  private final List<Runnable> everySecond = new ArrayList<>();
  private boolean held;

  /** Holds nothing yet. */
  public HeldWork() {
    for (Kind kind : Kind.values()) {
      waiting.put(kind, new ArrayDeque<>());
    }
  }

  /** Workers of one store. */
  public Workers workers() {
    return Workers.of(
        Runnable::run,
        work -> take(Kind.COMPACTION, work),
        work -> take(Kind.DELETES, work),
        new Workers.Ticker() {
          @Override
          public void everySeconds(int seconds, Runnable work) {
            if (seconds == 1) {
              everySecond.add(work);
            }
          }
        });
  }

  /** A second goes by. What is due less often is never done. */
  public void tick() {
    everySecond.forEach(Runnable::run);
  }

  private void take(Kind kind, Runnable work) {
    if (held) {
      waiting.get(kind).add(work);
    } else {
      work.run();
    }
  }

  /** From now on work waits. */
  public void hold() {
    held = true;
  }

  /** Whether work waits. */
  public boolean isHeld() {
    return held;
  }

  /** Runs what has waited longest, if anything of the kind waits; returns whether. */
  public boolean runOne(Kind kind) {
    Runnable work = waiting.get(kind).poll();
    if (work != null) {
      work.run();
    }
    return work != null;
  }

  /** Runs all that waits; from now on work runs at once. */
  public void letGo() {
    held = false;
    while (runOne(Kind.DELETES) || runOne(Kind.COMPACTION)) {
      // what they lead to runs at once
    }
  }
}
