package dev.malkoha.engine.background;

import dev.malkoha.engine.background.Workers.Ticker;
import java.util.ArrayList;
import java.util.List;

/** Time that a test lets pass, for what is done every few seconds. */
public final class ManualTicker implements Ticker {

  private final List<Runnable> regular = new ArrayList<>();

  /** Begins at a moment at which nothing is to be told. */
  public ManualTicker() {}

  @Override
  public void everySeconds(int seconds, Runnable work) {
    regular.add(work);
  }

  /** So many times those few seconds pass. */
  public void pass(int times) {
    for (int i = 0; i < times; i++) {
      regular.forEach(Runnable::run);
    }
  }
}
