package dev.malkoha.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerifyReportTest {

  @Test
  void itsLineCountsAsPeopleDo() {
    assertEquals(
        "sound: 0 tables, 1 entry, 1 log record",
        new VerifyReport(List.of(), List.of("a note"), 0, 1, 1).summary());
    assertEquals(
        "1 problem: 1 table, 2 entries, 0 log records",
        new VerifyReport(List.of("bad"), List.of(), 1, 2, 0).summary());
    assertEquals(
        "2 problems: 2 tables, 0 entries, 2 log records",
        new VerifyReport(List.of("bad", "worse"), List.of(), 2, 0, 2).summary());
  }
}
