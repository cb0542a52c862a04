package dev.malkoha.engine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.store.Ticks.RestWatch;
import org.junit.jupiter.api.Test;

/** When a store need not be looked at. */
class RestWatchTest {

  @Test
  void aStoreThatIsOpenedAndLeftAloneIsAtRestAtOnce() {
    assertFalse(new RestWatch(7).isDue(7, false));
  }

  @Test
  void afterAChangeThereAreTwoLooks() {
    RestWatch rest = new RestWatch(7);
    assertTrue(rest.isDue(8, false));
    assertTrue(rest.isDue(8, false));
    assertFalse(rest.isDue(8, false));
    assertTrue(rest.isDue(9, false));
  }

  @Test
  void whatAgesIsLookedAtForAWhile() {
    RestWatch rest = new RestWatch(7);
    int looks = 0;
    while (rest.isDue(7, true)) {
      looks++;
    }
    assertEquals(RestWatch.LOOKS_WHILE_AGEING - 1, looks);
  }
}
