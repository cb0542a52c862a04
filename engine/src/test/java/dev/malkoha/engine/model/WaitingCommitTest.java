package dev.malkoha.engine.model;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A test of threads: whoever waits for room looks again, when there is some, at what others have
 * written.
 */
@Timeout(60)
class WaitingCommitTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void seesWhoWasFirst(long number) throws Exception {
    new WaitingCommitHunt().check(number);
  }
}
