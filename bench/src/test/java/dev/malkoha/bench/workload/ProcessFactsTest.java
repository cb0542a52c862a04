package dev.malkoha.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessFactsTest {

  @Test
  void theDeviceIsReadFromTwoFiles() {
    List<String> io =
        List.of("rchar: 6976", "wchar: 9", "read_bytes: 4096", "write_bytes: 8192", "cancelled: 1");
    List<String> stat =
        List.of("4711 (a (b) c 9 9) S 1 4711 4711 0 -1 4194560 1289 0 33 0 2 1 0 0 20 0 1 0 7");

    assertEquals(new ProcessFacts.Device(4096, 8192, 33), ProcessFacts.device(io, stat));
  }

  @Test
  void whatASystemDoesNotTellIsNotKnown() {
    assertEquals(new ProcessFacts.Device(-1, -1, -1), ProcessFacts.device(List.of(), List.of()));
  }
}
