package dev.malkoha.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.trials.Trials;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters under measurement, in this process and in one of their own. */
final class SubjectTest {

  private static final long SEED = Trials.seed();
  private static final int BUCKET_BITS = 10;

  @ParameterizedTest
  @EnumSource
  void aSubjectIsFilledAskedAndEmptied(FilterSystem system) {
    LocalSubject subject = new LocalSubject(system, BUCKET_BITS, SEED);
    assertEquals(0, subject.lookUp(0, 10_000).count());

    assertEquals(1_000, subject.insert(1_000).count());
    long more = subject.insert(Long.MAX_VALUE).count();

    double load = (1_000 + more) / (double) system.places(BUCKET_BITS);
    assertTrue(load > 0.7 && load <= 1, system + " " + load);
    assertEquals(10_000, subject.lookUp(100, 10_000).count());
    assertTrue(subject.lookUp(0, 10_000).count() < 200);
    long half = subject.lookUp(50, 10_000).count();
    assertTrue(
        half > 4_500 && half < 5_500,
        system + " " + half + ", " + Trials.replay(SubjectTest.class));
    assertEquals(FilterSystem.bits(BUCKET_BITS) / 8.0, (double) subject.sizeBytes(), 64);
    if (system.deletable()) {
      assertEquals(500, subject.remove(500).count());
      assertEquals(1_000, subject.lookUp(100, 1_000).count());
      assertEquals(500 + more, subject.remove(Long.MAX_VALUE).count());
      assertEquals(0, subject.lookUp(0, 10_000).count());
    } else {
      assertThrows(IllegalStateException.class, () -> subject.remove(1));
    }
  }

  @Tag("process")
  @Test
  void aProcessOfItsOwnAnswersAsThisOneDoes() throws IOException {
    LocalSubject here = new LocalSubject(FilterSystem.SS_CF, BUCKET_BITS, SEED);
    try (Subject there = ForkedSubject.start(FilterSystem.SS_CF, BUCKET_BITS, 1, SEED)) {
      assertEquals(counts(here), counts(there));
    }
  }

  private static List<Long> counts(Subject subject) throws IOException {
    List<Long> counts = new ArrayList<>();
    counts.add(subject.insert(2_000).count());
    counts.add(subject.lookUp(30, 50_000).count());
    counts.add(subject.remove(100).count());
    subject.clear();
    counts.add(subject.insert(Long.MAX_VALUE).count());
    counts.add(subject.lookUp(0, 50_000).count());
    counts.add(subject.sizeBytes());
    return counts;
  }

  @Tag("process")
  @Test
  void aProcessThatEndedIsNamed() throws IOException {
    Subject subject = ForkedSubject.start(FilterSystem.BF, BUCKET_BITS, 0, SEED);
    subject.close();
    IOException failure = assertThrows(IOException.class, () -> subject.insert(1_000));
    assertTrue(String.valueOf(failure.getMessage()).contains("measures BF has ended"));
  }

  @Test
  void sizesThatNotAllSystemsTakeAreRefused() {
    List<Scale.LoadSize> loads = Scale.quick().loads();
    for (int bits :
        new int[] {FilterSystem.MIN_BUCKET_BITS - 1, FilterSystem.MAX_BUCKET_BITS + 1}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Scale("odd", bits, 1, 1, 1, 1, 1, 0, false, loads, 10, 1, 1));
    }
  }
}
