package dev.malkoha.bench.deletes;

import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.compare.ComparisonOptions;
import dev.malkoha.bench.compare.Dataset;
import dev.malkoha.bench.store.DeleteCare;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Deletes half of several stores in several orders, and reads them before and after they have come
 * to rest. One store is open at a time, in a directory that was empty before; every answer is
 * checked.
 *
 * <p>A first round warms the code up and counts: the stores' counters are on, and there is no block
 * cache, so that each block an operation needs is a block read. In it each store has also a turn
 * with a snapshot, and a turn with nothing but the entries that are left. The rounds after it are
 * timed, with the cache, and with the counters off where they cost something. Each starts with
 * another store.
 */
public final class DeleteComparison {

  private final Dataset data;
  private final ComparisonOptions options;
  private final StoreSettings settings;
  private final Scratch scratch;
  private final Progress progress;

  private DeleteComparison(
      Dataset data, ComparisonOptions options, Scratch scratch, Progress progress) {
    this.data = data;
    this.options = options;
    this.settings = options.settings().with(DeleteCare.TUNED);
    this.scratch = scratch;
    this.progress = progress;
  }

  /**
   * Runs the comparison.
   *
   * @throws IOException if there is no room for the stores' files
   * @throws dev.malkoha.bench.WrongAnswerException if any store answers wrongly
   * @throws IllegalArgumentException if the dataset has less than three entries
   */
  public static DeletesResult run(Dataset data, DeletesOptions options, Progress progress)
      throws IOException {
    ComparisonOptions how = options.how();
    try (Scratch scratch = Scratch.in(how.parent())) {
      DeleteComparison comparison = new DeleteComparison(data, how, scratch, progress);
      List<Findings> findings = new ArrayList<>();
      for (DeleteOrder order : DeleteOrder.values()) {
        findings.addAll(comparison.order(order));
      }
      return new DeletesResult(
          how.stores(),
          findings.stream().map(Findings::deletion).toList(),
          findings.stream().flatMap(found -> found.readings().stream()).toList(),
          findings.stream().flatMap(found -> found.states().stream()).toList(),
          new WriteCost(options, scratch, progress).run());
    }
  }

  private List<Findings> order(DeleteOrder order) {
    DeletePlan plan = order.plan(data, options.seed());
    List<Findings> findings =
        options.stores().stream().map(kind -> new Findings(kind, order)).toList();
    for (int round = 0; round <= options.rounds(); round++) {
      List<Findings> turns = new ArrayList<>(findings);
      Collections.rotate(turns, round);
      for (Findings found : turns) {
        round(round, plan, found);
      }
    }
    return findings;
  }

  private void round(int round, DeletePlan plan, Findings found) {
    StoreKind kind = found.store();
    Progress named =
        progress.named(
            found.order().label()
                + (round == 0 ? " warm-up " : " round " + round + "/" + options.rounds() + " ")
                + kind.label());
    Turn turn = new Turn(kind, data, plan, settings, scratch, named, found);
    if (round > 0) {
      turn.timed();
      return;
    }
    turn.counted();
    turn.held();
    turn.liveOnly();
  }
}
