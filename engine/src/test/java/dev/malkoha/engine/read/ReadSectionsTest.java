package dev.malkoha.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A publisher goes on when, and not before, the sections that began earlier have ended. Why both
 * counters are waited for takes two threads in the middle of a step: {@link ReadSectionsOrderTest}.
 */
@Timeout(60)
final class ReadSectionsTest {

  private static final int STRIPES = 64;
  private static final int THREADS_MAX = 10_000;

  private final ReadSections sections = new ReadSections();

  private Thread startWaiting() {
    Thread publisher = new Thread(sections::awaitEarlierReads);
    publisher.start();
    return publisher;
  }

  /** Comes back when the thread has been seen to wait; fails if it ends instead. */
  private static void assertWaits(Thread publisher) {
    while (publisher.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(publisher.isAlive(), "went on under a section");
      Thread.onSpinWait();
    }
  }

  /** A section that another thread has begun, whose stripe is that thread's. */
  private int enterElsewhere() throws InterruptedException {
    int[] counter = new int[1];
    Thread reader = new Thread(() -> counter[0] = sections.enter());
    reader.start();
    reader.join();
    return counter[0];
  }

  @Test
  void whereNobodyReadsNobodyWaits() {
    sections.awaitEarlierReads();
    sections.exit(sections.enter());
    sections.awaitEarlierReads();
  }

  @Test
  void aSectionIsWaitedForWhereverTheCountersStand() throws InterruptedException {
    for (int earlier = 0; earlier < 3; earlier++) {
      int section = sections.enter();
      Thread publisher = startWaiting();
      assertWaits(publisher);
      sections.exit(section);
      publisher.join();
    }
  }

  @Test
  void eachOfAThreadsSectionsCounts() throws InterruptedException {
    int outer = sections.enter();
    int inner = sections.enter();
    Thread publisher = startWaiting();
    assertWaits(publisher);
    sections.exit(inner);
    assertWaits(publisher);
    sections.exit(outer);
    publisher.join();
  }

  /** Each stripe's counter is looked at: the first and the last one, too. */
  @Test
  void sectionsOfEveryStripeAreWaitedFor() throws InterruptedException {
    Set<Integer> counters = new HashSet<>();
    for (int i = 0; i < THREADS_MAX && counters.size() < STRIPES; i++) {
      int section = enterElsewhere();
      if (counters.add(section)) {
        Thread publisher = startWaiting();
        assertWaits(publisher);
        sections.exit(section);
        publisher.join();
      } else {
        sections.exit(section);
      }
    }
    assertEquals(STRIPES, counters.size());
  }

  /** Sections that begin while one waits are of the other counter: they do not end its wait. */
  @Test
  void aLaterSectionThatEndsFreesNobody() throws InterruptedException {
    int section = sections.enter();
    Thread publisher = startWaiting();
    assertWaits(publisher);
    sections.exit(sections.enter());
    assertWaits(publisher);
    sections.exit(section);
    publisher.join();
  }
}
