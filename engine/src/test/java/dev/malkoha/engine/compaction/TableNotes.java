package dev.malkoha.engine.compaction;

import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is written below a drawing of one of its tables. */
final class TableNotes {

  /** When each drawing is looked at. */
  static final long NOW_MILLIS = 1_000_000;

  private static final Pattern NOTE = Pattern.compile("(\\D*?) ?(\\d+)([KMG]?)(?:-(\\d+))?( .*)?");

  private long bytes = 100_000;
  private long entries = 1000;
  private long deletes;
  private long dead;
  private long deadDeletes;
  private long quietMillis;
  private long smallestSequence = 1;
  private long largestSequence = 100;
  private boolean busy;

  void read(String text) {
    for (String note : text.split(", ", -1)) {
      readOne(note);
    }
  }

  private void readOne(String note) {
    if (note.equals("busy")) {
      busy = true;
      return;
    }
    Matcher parts = NOTE.matcher(note);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no note of a table: " + note);
    }
    long number = Long.parseLong(parts.group(2));
    switch (parts.group(1) + (parts.group(5) == null ? "" : parts.group(5))) {
      case "" -> bytes = number * unit(parts.group(3));
      case " entries" -> entries = number;
      case " deletes" -> deletes = number;
      case " dead" -> dead = number;
      case " of them deletes" -> deadDeletes = number;
      case "quiet for ms" -> quietMillis = number;
      case "sequences" -> {
        smallestSequence = number;
        largestSequence = Long.parseLong(parts.group(4));
      }
      default -> throw new IllegalArgumentException("no note of a table: " + note);
    }
  }

  private static long unit(String letter) {
    return switch (letter) {
      case "K" -> 1000L;
      case "M" -> 1_000_000L;
      case "G" -> 1_000_000_000L;
      default -> 1L;
    };
  }

  boolean isBusy() {
    return busy;
  }

  TableMeta facts(long number, byte[] smallest, byte[] largest) {
    long changed = NOW_MILLIS - quietMillis;
    return new TableMeta(
        number,
        bytes,
        entries,
        deletes,
        smallest,
        largest,
        smallestSequence,
        largestSequence,
        List.of(),
        dead == 0 ? null : new VectorRef(1, 0, 1, 0, dead, deadDeletes, changed),
        null);
  }
}
