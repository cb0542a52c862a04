package dev.malkoha.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The command with the product's modules alone, as on this module's own class path. */
final class ProductTest {

  @Test
  void nothingThatMeasuresIsOnTheClassPath() {
    for (String name :
        List.of(
            "dev.malkoha.bench.Machine",
            "dev.malkoha.papers.Papers",
            "com.google.common.hash.BloomFilter",
            "com.google.setfilters.cuckoofilter.CuckooFilter",
            "org.fastfilter.Filter",
            "org.knowm.xchart.XYChart",
            "org.openjdk.jmh.runner.Runner",
            "org.rocksdb.RocksDB")) {
      assertThrows(ClassNotFoundException.class, () -> Class.forName(name), name);
    }
  }

  @Test
  void helpNamesTheCommandsThatAreThere() {
    Invocation help = Invocation.of("--help");

    assertEquals(0, help.code, help.toString());
    for (String command : new StoreCommands().commands(Invocation.silentTerminal()).keySet()) {
      assertTrue(help.out.contains("\n  " + command + " "), command);
    }
    assertFalse(help.out.contains("\n  bench "), help.out);
    Invocation bench = Invocation.of("bench");
    assertEquals(2, bench.code, bench.toString());
    assertTrue(bench.err.contains("bench"), bench.err);
  }
}
