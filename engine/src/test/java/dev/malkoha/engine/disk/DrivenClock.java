package dev.malkoha.engine.disk;

import dev.malkoha.engine.Stores;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.resource.Clock.TimeAndChance;
import dev.malkoha.storage.Disk;

/** A machine's clock that a test moves, forwards and backwards. One thread. */
public final class DrivenClock {

  private long millis;

  /** A clock that says a time, in milliseconds. */
  public DrivenClock(long millis) {
    this.millis = millis;
  }

  /** What it says. */
  public long millis() {
    return millis;
  }

  /** Moves it to a time. */
  public void moveTo(long time) {
    millis = time;
  }

  /** This time, beside what else a store on a disk takes from outside. */
  public TimeAndChance on(Disk disk) {
    TimeAndChance machine = Stores.outside(disk);
    Clock clock =
        new Clock() {
          @Override
          public long nanos() {
            return machine.clock().nanos();
          }

          @Override
          public long millis() {
            return millis;
          }
        };
    return new TimeAndChance(clock, machine.random());
  }
}
