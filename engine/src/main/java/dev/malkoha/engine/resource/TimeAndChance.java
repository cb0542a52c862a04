package dev.malkoha.engine.resource;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * What may differ between two runs that make the same calls: the time, and random bits. A store
 * takes both from here, so that a test's history can say them.
 *
 * @param random secret, and never the same twice: any thread asks it
 */
public record TimeAndChance(Clock clock, RandomGenerator random) {

  /** The machine's. */
  public static final TimeAndChance MACHINE = new TimeAndChance(Clock.MACHINE, new SecureRandom());
}
