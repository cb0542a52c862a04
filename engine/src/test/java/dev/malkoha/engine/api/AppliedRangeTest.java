package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.DbOptions;

/** The same range deletes beside an applier that brings them to their end when it can. */
class AppliedRangeTest extends DeleteRangeTest {

  @Override
  DbOptions.Builder options() {
    return super.options().deleteApplier(true);
  }

  @Override
  void checkInForce(int expected, long found) {
    assertTrue(found <= expected, found + " are in force, of " + expected);
  }
}
