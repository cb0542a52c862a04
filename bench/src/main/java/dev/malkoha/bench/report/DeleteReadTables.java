package dev.malkoha.bench.report;

import dev.malkoha.bench.deletes.DeleteOrder;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.deletes.Phase;
import dev.malkoha.bench.deletes.Read;
import dev.malkoha.bench.store.StoreKind;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The times of reads before and after the deletes, a table each. */
final class DeleteReadTables {

  private static final List<Phase> PHASES = List.of(Phase.FULL, Phase.DELETED, Phase.IDLE);

  private final DeletesResult result;

  DeleteReadTables(DeletesResult result) {
    this.result = result;
  }

  /** A line of a table: one kind of read in one state. */
  private record Line(DeleteOrder order, Phase phase, Read read) {}

  /** The lines of an order that were measured. */
  private List<Line> lines(DeleteOrder order) {
    StoreKind first = result.stores().get(0);
    return List.of(Read.values()).stream()
        .flatMap(read -> PHASES.stream().map(phase -> new Line(order, phase, read)))
        .filter(line -> result.reading(first, order, line.phase(), line.read()).isPresent())
        .toList();
  }

  private List<String> titles(Line line) {
    double operations = value(result.stores().get(0), line, r -> r.operations());
    return List.of(line.read().title(), line.phase().label(), Figures.count(operations));
  }

  private double value(StoreKind store, Line line, ToDoubleFunction<DeletesResult.Reading> value) {
    return result.value(store, line.order(), line.phase(), line.read(), value);
  }

  /** Microseconds for an operation. */
  StoreTable times(DeleteOrder order) {
    StoreTable table =
        StoreTable.besideRocksdb(List.of("read", "store is", "operations"), stores());
    for (Line line : lines(order)) {
      table.lower(titles(line), store -> value(store, line, r -> r.microsPerOp()), Figures::number);
    }
    for (Line line : lines(order)) {
      if (line.read() == Read.SEEK || line.read() == Read.SCAN) {
        table.lower(
            List.of("the first such " + line.read().label(), line.phase().label(), "1"),
            store -> value(store, line, r -> r.firstMicros()),
            Figures::number);
      }
    }
    return table;
  }

  /** Deletes and scanned entries in a second. */
  StoreTable rates(DeleteOrder order) {
    StoreTable table = StoreTable.besideRocksdb(List.of("", "store is"), stores());
    table.higher(
        List.of(order == DeleteOrder.QUEUE ? "delete, each with a put" : "delete", "full"),
        store -> result.deletion(store, order).perSecond(),
        Figures::count);
    for (Line line : lines(order)) {
      if (line.read() == Read.SCAN) {
        table.higher(
            List.of(line.read().title(), line.phase().label()),
            store -> value(store, line, r -> r.perSecond()),
            Figures::count);
      }
    }
    return table;
  }

  /** Blocks read for an operation. */
  StoreTable blocks(DeleteOrder order) {
    StoreTable table = StoreTable.plain(List.of("read", "store is", "operations"), stores());
    for (Line line : lines(order)) {
      table.row(titles(line), store -> Figures.rate(value(store, line, r -> r.blockReadsPerOp())));
    }
    return table;
  }

  private List<StoreKind> stores() {
    return result.stores();
  }
}
