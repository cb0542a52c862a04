package dev.malkoha.bench.workload;

import static dev.malkoha.bench.workload.YcsbMix.Operation.INSERT;
import static dev.malkoha.bench.workload.YcsbMix.Operation.MODIFY;
import static dev.malkoha.bench.workload.YcsbMix.Operation.READ;
import static dev.malkoha.bench.workload.YcsbMix.Operation.READ_LATEST;
import static dev.malkoha.bench.workload.YcsbMix.Operation.SCAN;
import static dev.malkoha.bench.workload.YcsbMix.Operation.UPDATE;

import java.util.SplittableRandom;

/** The operations of YCSB's core workloads: one in a share of cases, and another else. */
enum YcsbMix {
  A(50, READ, UPDATE),
  B(95, READ, UPDATE),
  C(100, READ, READ),
  D(95, READ_LATEST, INSERT),
  E(95, SCAN, INSERT),
  F(50, READ, MODIFY);

  /** An operation on one record, or from one on. */
  enum Operation {
    READ,
    READ_LATEST,
    UPDATE,
    INSERT,
    SCAN,
    /** Reads a record and then updates it. */
    MODIFY
  }

  private final int percent;
  private final Operation usual;
  private final Operation other;

  YcsbMix(int percent, Operation usual, Operation other) {
    this.percent = percent;
    this.usual = usual;
    this.other = other;
  }

  static YcsbMix of(Workload workload) {
    String label = workload.name();
    return valueOf(label.substring(label.length() - 1));
  }

  /** The letter that names it. */
  char letter() {
    return name().charAt(0);
  }

  Operation next(SplittableRandom random) {
    return random.nextInt(100) < percent ? usual : other;
  }
}
