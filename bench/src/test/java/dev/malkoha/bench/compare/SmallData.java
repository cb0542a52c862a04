package dev.malkoha.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.cli.input.InputFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A small dataset, read as a user's file would be. */
public final class SmallData {

  private SmallData() {}

  /** So many entries with distinct keys and values of up to 300 bytes. */
  public static Dataset of(int entries) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < entries; i++) {
      lines.append("entry-").append(i).append('\t').append("value ".repeat(i % 50)).append('\n');
    }
    return FileEntries.read(
        new ByteArrayInputStream(lines.toString().getBytes(UTF_8)),
        InputFormat.TSV,
        false,
        42,
        (line, reason) -> {
          throw new AssertionError(line + ": " + reason);
        });
  }
}
