package dev.malkoha.bench.report;

import dev.malkoha.bench.deletes.DeleteOrder;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.deletes.Phase;
import dev.malkoha.bench.deletes.Read;
import dev.malkoha.bench.store.DeleteFigure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The states of the stores before and after the deletes, a table each. */
final class DeleteStateTables {

  private static final String NONE = "-";

  /** The figures that an open snapshot can hold up. */
  private static final List<DeleteFigure> HELD_FIGURES =
      List.of(DeleteFigure.TOMBSTONES, DeleteFigure.ELIDED, DeleteFigure.DEAD_ENTRIES);

  private final DeletesResult result;

  DeleteStateTables(DeletesResult result) {
    this.result = result;
  }

  /** Without a snapshot. */
  StoreTable states(DeleteOrder order) {
    StoreTable table = StoreTable.plain(List.of("", "store is"), result.stores());
    table.row(
        List.of("deletes issued", NONE),
        store -> Figures.count(result.deletion(store, order).deletes()));
    idleSeconds(table, order, Phase.IDLE);
    figures(table, order, Phase.IDLE, List.of(DeleteFigure.values()));
    for (Phase phase : List.of(Phase.FULL, Phase.DELETED, Phase.IDLE)) {
      table.row(
          List.of("false positives", phase.label()),
          store ->
              Figures.percent(
                  result.value(store, order, phase, Read.MISSES, r -> r.falsePositiveRate())));
    }
    for (Phase phase : List.of(Phase.FULL, Phase.DELETED, Phase.IDLE, Phase.LIVE_ONLY)) {
      onDisk(table, order, phase);
    }
    table.row(
        List.of("of which logs", Phase.IDLE.label()),
        store -> Figures.megabytes(result.state(store, order, Phase.IDLE).logBytes()));
    table.row(
        List.of("on disk, to live-only", Phase.IDLE.label()),
        store -> Figures.ratio(result.space(store, order)));
    table.row(
        List.of("the same without logs", Phase.IDLE.label()),
        store -> Figures.ratio(result.spaceWithoutLogs(store, order)));
    written(table, order, Phase.IDLE);
    return table;
  }

  /** With a snapshot, and after it. */
  StoreTable snapshots(DeleteOrder order) {
    StoreTable table = StoreTable.plain(List.of("", "snapshot is"), result.stores());
    for (Phase phase : List.of(Phase.HELD, Phase.RELEASED)) {
      idleSeconds(table, order, phase);
      figures(table, order, phase, HELD_FIGURES);
      onDisk(table, order, phase);
      written(table, order, phase);
    }
    return table;
  }

  private void idleSeconds(StoreTable table, DeleteOrder order, Phase phase) {
    state(table, "seconds until idle", order, phase, s -> Figures.number(s.idleSeconds()));
  }

  private void onDisk(StoreTable table, DeleteOrder order, Phase phase) {
    state(table, "on disk", order, phase, s -> Figures.megabytes(s.bytesOnDisk()));
  }

  private void written(StoreTable table, DeleteOrder order, Phase phase) {
    state(table, "written since", order, phase, s -> Figures.megabytes(s.bytesWritten()));
  }

  private void state(
      StoreTable table,
      String title,
      DeleteOrder order,
      Phase phase,
      Function<DeletesResult.State, String> text) {
    table.row(
        List.of(title, phase.label()), store -> text.apply(result.state(store, order, phase)));
  }

  /** The stores' own figures; one that no store has is left out. */
  private void figures(
      StoreTable table, DeleteOrder order, Phase phase, List<DeleteFigure> figures) {
    for (DeleteFigure figure : figures) {
      if (result.states().stream().anyMatch(state -> state.figures().containsKey(figure))) {
        state(table, figure.title(), order, phase, state -> text(state, figure));
      }
    }
  }

  private static String text(DeletesResult.State state, DeleteFigure figure) {
    return Optional.ofNullable(state.figures().get(figure)).map(Figures::count).orElse(NONE);
  }
}
