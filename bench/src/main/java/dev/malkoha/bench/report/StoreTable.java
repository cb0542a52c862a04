package dev.malkoha.bench.report;

import dev.malkoha.bench.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A table with a column for each store, and after each but RocksDB's, where that takes part, how
 * many times better than RocksDB it is.
 */
final class StoreTable {

  private final List<StoreKind> stores;
  private final boolean ratios;
  private final TextTable table;

  /** Without ratios. */
  static StoreTable plain(List<String> first, List<StoreKind> stores) {
    return new StoreTable(first, stores, false);
  }

  /** With ratios, where there is something to compare with. */
  static StoreTable besideRocksdb(List<String> first, List<StoreKind> stores) {
    return new StoreTable(first, stores, stores.contains(StoreKind.ROCKSDB));
  }

  private StoreTable(List<String> first, List<StoreKind> stores, boolean ratios) {
    this.stores = stores;
    this.ratios = ratios;
    List<String> head = new ArrayList<>(first);
    for (StoreKind store : stores) {
      head.add(store.label());
      if (compared(store)) {
        head.add("");
      }
    }
    table = new TextTable(head);
  }

  private boolean compared(StoreKind store) {
    return ratios && store != StoreKind.ROCKSDB;
  }

  /** Adds a row of texts, where nothing is compared. */
  void row(List<String> first, Function<StoreKind, String> text) {
    row(first, text, store -> "");
  }

  /** Adds a row of numbers of which the lower is the better. */
  void lower(List<String> first, ToDoubleFunction<StoreKind> value, DoubleFunction<String> text) {
    row(
        first,
        store -> cell(value.applyAsDouble(store), text),
        store -> times(value.applyAsDouble(StoreKind.ROCKSDB), value.applyAsDouble(store)));
  }

  /** Adds a row of numbers of which the higher is the better. */
  void higher(List<String> first, ToDoubleFunction<StoreKind> value, DoubleFunction<String> text) {
    row(
        first,
        store -> cell(value.applyAsDouble(store), text),
        store -> times(value.applyAsDouble(store), value.applyAsDouble(StoreKind.ROCKSDB)));
  }

  /** A number that is none was not measured. */
  private static String cell(double value, DoubleFunction<String> text) {
    return Double.isNaN(value) ? "" : text.apply(value);
  }

  private static String times(double more, double less) {
    double ratio = more / less;
    return Double.isFinite(ratio) ? Figures.times(ratio) : "";
  }

  private void row(
      List<String> first, Function<StoreKind, String> text, Function<StoreKind, String> ratio) {
    List<String> cells = new ArrayList<>(first);
    for (StoreKind store : stores) {
      cells.add(text.apply(store));
      if (compared(store)) {
        cells.add(ratio.apply(store));
      }
    }
    table.row(cells);
  }

  @Override
  public String toString() {
    return table.toString();
  }
}
