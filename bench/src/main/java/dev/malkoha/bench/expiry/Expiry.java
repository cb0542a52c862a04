package dev.malkoha.bench.expiry;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.AgedStore;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Watches stores of which nine entries in ten expire, first while nobody writes and then beside a
 * writer. One store is open at a time; each round starts with another one.
 *
 * <p>The memtable is small, so that a writer has it flushed every few seconds.
 */
public final class Expiry {

  /** The size of a memtable. */
  static final long WRITE_BUFFER_BYTES = 8L << 20;

  private Expiry() {}

  /**
   * Runs the comparison.
   *
   * @param told is given each row as it comes
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   */
  public static List<ExpiryRow> run(
      ExpiryOptions options, Progress progress, Consumer<ExpiryRow> told) throws IOException {
    List<ExpiryRow> rows = new ArrayList<>();
    ComparisonOptions how = options.how();
    try (Scratch scratch = Scratch.in(how.parent())) {
      for (int round = 1; round <= how.rounds(); round++) {
        for (boolean writing : List.of(false, true)) {
          List<StoreKind> turns = new ArrayList<>(how.stores());
          Collections.rotate(turns, round - 1);
          for (StoreKind kind : turns) {
            ExpiryRow row = row(kind, round, writing, options, scratch, progress);
            told.accept(row);
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }

  private static ExpiryRow row(
      StoreKind kind,
      int round,
      boolean writing,
      ExpiryOptions options,
      Scratch scratch,
      Progress progress) {
    String name = kind.label() + (writing ? " beside a writer" : " at rest");
    StoreSettings settings =
        options
            .how()
            .settings()
            .withWriteBuffer(WRITE_BUFFER_BYTES)
            .withTimeToLive(options.timeToLive());
    AgedStore.Plan plan =
        new AgedStore.Plan(
            options.entries(), settings, options.watched(), writing, options.how().seed());
    try (Progress.Task task = progress.start("round " + round + " " + name, 1)) {
      ExpiryRow row =
          new ExpiryRow(
              kind, round, writing, AgedStore.watch(kind, plan, scratch.directory(kind.label())));
      task.advance(1);
      return row;
    }
  }
}
