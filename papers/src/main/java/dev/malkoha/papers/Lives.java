package dev.malkoha.papers;

import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The experiment of Table 3 and Figures 5 to 8: whole lives of all systems side by side.
 *
 * <p>In a life each filter is filled step by step from empty, and each step timed; asked at every
 * step; asked for its false-positive rate and with mixed queries when full; and emptied step by
 * step if it can delete. The systems take turns within every step and every round, so that what the
 * machine does besides comes over all of them.
 */
final class Lives {

  /** The paper's shares of positive queries. */
  static final List<Integer> SHARES = List.of(0, 25, 50, 75, 100);

  private static final int ALL = 100;

  /** A step of less than one in so many of its keys is cut short. */
  private static final int SHORT = 10;

  private final Scale scale;
  private final Set<PaperPart> wanted;
  private final Map<FilterSystem, Subject> subjects = new EnumMap<>(FilterSystem.class);
  private final LifeResults results;
  private final Progress progress;

  private Lives(Scale scale, Set<PaperPart> wanted, Progress progress) {
    this.scale = scale;
    this.wanted = wanted;
    this.results = new LifeResults(scale);
    this.progress = progress;
  }

  /** Runs what the wanted parts need. */
  static LifeResults run(Scale scale, Set<PaperPart> wanted, long seed, Progress progress)
      throws IOException {
    Lives lives = new Lives(scale, wanted, progress);
    try {
      lives.start(seed);
      for (int life = 1; life <= scale.lives(); life++) {
        lives.live(scale.lives() == 1 ? "" : " " + life + " of " + scale.lives());
      }
    } finally {
      lives.subjects.values().forEach(Subject::close);
    }
    return lives.results;
  }

  private void start(long seed) throws IOException {
    for (FilterSystem system : FilterSystem.values()) {
      if (!scale.ownProcesses()) {
        LocalSubject.warmUp(system, scale.warmUpLives(), seed);
      }
      subjects.put(
          system,
          scale.ownProcesses()
              ? ForkedSubject.start(system, scale.bucketBits(), scale.warmUpLives(), seed)
              : new LocalSubject(system, scale.bucketBits(), seed));
    }
  }

  private void live(String which) throws IOException {
    for (Subject subject : subjects.values()) {
      subject.clear();
    }
    Map<FilterSystem, Timing> filled = fill("fill" + which);
    if (wanted.contains(PaperPart.TABLE3)) {
      measureFull(filled, "false positives" + which);
    }
    if (wanted.contains(PaperPart.FIGURE5)) {
      askMixed("mixed look-ups" + which);
    }
    if (wanted.contains(PaperPart.FIGURE8)) {
      empty(filled, "delete" + which);
    }
  }

  private Map<FilterSystem, Timing> fill(String name) throws IOException {
    Map<FilterSystem, Timing> sums = new EnumMap<>(FilterSystem.class);
    Set<FilterSystem> filling = EnumSet.allOf(FilterSystem.class);
    try (Progress.Task task = progress.start(name, scale.steps())) {
      for (int step = 1; step <= scale.steps(); step++) {
        Set<FilterSystem> asked = EnumSet.noneOf(FilterSystem.class);
        for (FilterSystem system : EnumSet.copyOf(filling)) {
          Timing before = sums.getOrDefault(system, Timing.NONE);
          long wantedKeys = upTo(system, step) - before.count();
          Timing now = subject(system).insert(wantedKeys);
          sums.put(system, before.plus(now));
          if (tells(system, now)) {
            asked.add(system);
            addInsert(system, step, before.count(), now);
          }
          if (now.count() < wantedKeys) {
            filling.remove(system);
          }
        }
        if (wanted.contains(PaperPart.FIGURE6)) {
          askAt(step, asked, sums);
        }
        task.advance(1);
        if (filling.isEmpty()) {
          break;
        }
      }
    }
    return sums;
  }

  private long upTo(FilterSystem system, int step) {
    return system.places(scale.bucketBits()) * step / scale.steps();
  }

  private double occupancy(FilterSystem system, double keys) {
    return keys / system.places(scale.bucketBits());
  }

  /** A step that was cut short after a few keys says nothing. */
  private boolean tells(FilterSystem system, Timing step) {
    return step.count() > system.places(scale.bucketBits()) / scale.steps() / SHORT;
  }

  private void addInsert(FilterSystem system, int step, long before, Timing now) {
    results.add(
        system,
        LifeResults.Kind.INSERT,
        step,
        occupancy(system, before + now.count() / 2.0),
        now.millionPerSecond(now.count()));
  }

  private void askAt(int step, Set<FilterSystem> systems, Map<FilterSystem, Timing> sums)
      throws IOException {
    for (int round = 0; round < scale.rounds(); round++) {
      for (FilterSystem system : systems) {
        double occupancy =
            occupancy(system, (double) sums.getOrDefault(system, Timing.NONE).count());
        ask(system, LifeResults.Kind.NEGATIVE, 0, step, occupancy);
        ask(system, LifeResults.Kind.POSITIVE, ALL, step, occupancy);
      }
    }
  }

  private void ask(FilterSystem system, LifeResults.Kind kind, int percent, int step, double x)
      throws IOException {
    Timing timing = subject(system).lookUp(percent, scale.queries());
    results.add(system, kind, step, x, timing.millionPerSecond(scale.queries()));
  }

  private void measureFull(Map<FilterSystem, Timing> filled, String name) throws IOException {
    try (Progress.Task task = progress.start(name, filled.size())) {
      for (Map.Entry<FilterSystem, Timing> entry : filled.entrySet()) {
        Subject subject = subject(entry.getKey());
        Timing found = subject.lookUp(0, scale.rateQueries());
        results.addFull(
            new LifeResults.Full(
                entry.getKey(),
                entry.getValue().count(),
                subject.sizeBytes() * (double) Byte.SIZE / entry.getValue().count(),
                found.count() / (double) scale.rateQueries(),
                entry.getValue().millionPerSecond(entry.getValue().count())));
        task.advance(1);
      }
    }
  }

  private void askMixed(String name) throws IOException {
    try (Progress.Task task = progress.start(name, (long) SHARES.size() * scale.rounds())) {
      for (int round = 0; round < scale.rounds(); round++) {
        for (int share : SHARES) {
          for (FilterSystem system : subjects.keySet()) {
            ask(system, LifeResults.Kind.MIXED, share, share, share / 100.0);
          }
          task.advance(1);
        }
      }
    }
  }

  private void empty(Map<FilterSystem, Timing> filled, String name) throws IOException {
    Map<FilterSystem, Long> left = new EnumMap<>(FilterSystem.class);
    filled.forEach((system, timing) -> left.put(system, timing.count()));
    left.keySet().removeIf(system -> !system.deletable());
    try (Progress.Task task = progress.start(name, scale.steps())) {
      for (int step = scale.steps() - 1; step >= 0; step--) {
        for (Map.Entry<FilterSystem, Long> entry : left.entrySet()) {
          long keys = entry.getValue();
          long keep = Math.min(keys, upTo(entry.getKey(), step));
          if (keys > keep) {
            addDelete(entry.getKey(), step, keys, subject(entry.getKey()).remove(keys - keep));
            entry.setValue(keep);
          }
        }
        task.advance(1);
      }
    }
  }

  private void addDelete(FilterSystem system, int step, long before, Timing now) {
    if (tells(system, now)) {
      results.add(
          system,
          LifeResults.Kind.DELETE,
          step,
          occupancy(system, before - now.count() / 2.0),
          now.millionPerSecond(now.count()));
    }
  }

  private Subject subject(FilterSystem system) {
    Subject subject = subjects.get(system);
    if (subject == null) {
      throw new IllegalStateException(system.label() + " does not take part");
    }
    return subject;
  }
}
