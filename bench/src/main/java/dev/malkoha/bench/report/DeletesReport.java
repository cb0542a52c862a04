package dev.malkoha.bench.report;

import dev.malkoha.bench.deletes.DeleteOrder;
import dev.malkoha.bench.deletes.DeletesResult;
import dev.malkoha.bench.deletes.Phase;
import dev.malkoha.bench.deletes.Read;
import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A comparison of deletes as tables for a terminal of 100 columns. */
public final class DeletesReport {

  private static final int COLUMNS = 99;

  private static final String KEY =
      """
      A store is
        full       loaded and idle, before the deletes
        deleted    as the deletes leave it: nothing was waited for, the last ones are in memory
        idle       flushed, with all background work done
        live-only  loaded with what is left in the end and nothing else, idle
      and a snapshot from before the deletes is
        held       open, with the store idle
        released   closed, with the store idle again
      x: how many times better than rocksdb. false positives: "maybe" among the answers of filters
      about keys that are not in their tables. written since: bytes of tables and files beside them
      since the first delete, without the log.
      """;

  private final DeletesResult result;
  private final DeleteReadTables reads;
  private final DeleteStateTables states;

  private DeletesReport(DeletesResult result) {
    this.result = result;
    this.reads = new DeleteReadTables(result);
    this.states = new DeleteStateTables(result);
  }

  /** The tables: for each order what reads take and what the stores are like; then the costs. */
  public static String text(DeletesResult result) {
    DeletesReport report = new DeletesReport(result);
    String orders = result.orders().stream().map(report::order).collect(Collectors.joining("\n"));
    return KEY + "\n" + orders + "\n" + report.cost();
  }

  private static String heading(String text) {
    return text + "\n" + "=".repeat(text.length()) + "\n";
  }

  private String order(DeleteOrder order) {
    return heading("Half deleted " + order.title())
        + Figures.wrapped(order.description() + ".", COLUMNS)
        + "\nMicroseconds an operation\n\n"
        + reads.times(order)
        + "\nEntries a second\n\n"
        + reads.rates(order)
        + "\nData blocks read for an operation, with no block cache\n\n"
        + reads.blocks(order)
        + "\nDeletes, filters and files\n\n"
        + states.states(order)
        + "\nWhile a snapshot from before the deletes is open, and after it is closed\n\n"
        + states.snapshots(order)
        + "\n"
        + Figures.wrapped(headline(order), COLUMNS);
  }

  private String headline(DeleteOrder order) {
    String blocks =
        each(
            store ->
                Figures.rate(
                    result.value(
                        store, order, Phase.IDLE, Read.DELETED, r -> r.blockReadsPerOp())));
    String space = each(store -> Figures.ratio(result.space(store, order)));
    return "When idle, a get of a deleted key reads "
        + blocks
        + " blocks; the files are "
        + space
        + " times those of a store of the live entries alone."
        + besideRocksdb(order);
  }

  private String each(Function<StoreKind, String> value) {
    return result.stores().stream()
        .map(store -> value.apply(store) + " (" + store.label() + ")")
        .collect(Collectors.joining(", "));
  }

  private String besideRocksdb(DeleteOrder order) {
    if (!result.stores().containsAll(List.of(StoreKind.MALKOHA, StoreKind.ROCKSDB))) {
      return "";
    }
    return " malkoha against rocksdb, before and after it is idle: a scan of what is left "
        + beforeAndAfter(order, Read.SCAN)
        + " as fast, a seek into the deleted run "
        + beforeAndAfter(order, Read.SEEK)
        + ", a get of a deleted key "
        + beforeAndAfter(order, Read.DELETED)
        + ".";
  }

  private String beforeAndAfter(DeleteOrder order, Read read) {
    return speedUp(order, Phase.DELETED, read) + " and " + speedUp(order, Phase.IDLE, read);
  }

  private String speedUp(DeleteOrder order, Phase phase, Read read) {
    ToDoubleFunction<DeletesResult.Reading> micros = DeletesResult.Reading::microsPerOp;
    return Figures.times(
        result.value(StoreKind.ROCKSDB, order, phase, read, micros)
            / result.value(StoreKind.MALKOHA, order, phase, read, micros));
  }

  private String cost() {
    return heading("What it costs")
        + Figures.wrapped(
            "db_bench's deleterandom, a random half, with small memtables. on: deletes are looked"
                + " after (malkoha's delete applier, rocksdb's options for deletes), and the store"
                + " is left to become idle. off: they are not, and a full compaction follows."
                + " written: bytes of tables and files beside them from the first delete until"
                + " then, without the log.",
            COLUMNS)
        + "\n"
        + costs(
            new Column("deletes/s", DeletesResult.Cost::deletesPerSecond, Figures::count),
            new Column("seconds", DeletesResult.Cost::seconds, Figures::number))
        + "\n"
        + costs(
            new Column("written", DeletesResult.Cost::bytesWritten, Figures::megabytes),
            new Column("on disk", DeletesResult.Cost::bytesOnDisk, Figures::megabytes));
  }

  /** One number of a cost: what it is called, and how it is written. */
  private record Column(
      String title, ToDoubleFunction<DeletesResult.Cost> value, DoubleFunction<String> text) {}

  private TextTable costs(Column... columns) {
    List<String> head = new ArrayList<>(List.of("store"));
    for (Column column : columns) {
      head.addAll(List.of(column.title() + " on", "off", "on/off"));
    }
    TextTable table = new TextTable(head);
    for (StoreKind store : result.stores()) {
      List<String> cells = new ArrayList<>(List.of(store.label()));
      for (Column column : columns) {
        double on = column.value().applyAsDouble(result.cost(store, true));
        double off = column.value().applyAsDouble(result.cost(store, false));
        cells.add(column.text().apply(on));
        cells.add(column.text().apply(off));
        cells.add(Figures.ratio(on / off));
      }
      table.row(cells);
    }
    return table;
  }
}
