package dev.malkoha.cli;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.ScanOptions;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code scan}: shows entries in order. */
@Command(
    name = "scan",
    description = {
      "Show entries in key order: key, tab, value.",
      "Bytes that do not print are escaped (\\t, \\n, \\xHH), so that 'load' reads the output back."
    })
final class ScanCommand extends StoreCommand {

  private static final int CHECK_EVERY = 1_000;

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Mixin private InRange range = new InRange();

  @Option(names = "--limit", paramLabel = "N", description = "The most entries to print.")
  private long limit = Long.MAX_VALUE;

  @Option(names = "--reverse", description = "From the last key to the first.")
  private boolean reverse;

  @Option(names = "--keys-only", description = "No values.")
  private boolean keysOnly;

  @Option(
      names = "--expiry",
      description = "When each entry expires, behind it; - if it never does.")
  private boolean expiry;

  @Option(
      names = "--skip-damaged",
      description = {
        "Step over damaged blocks.",
        "The keys that are left out are told on standard error, and the exit code is 3."
      })
  private boolean skipDamaged;

  ScanCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new IllegalArgumentException("--limit must not be negative");
    }
    KeyRange wanted = range.of(bytes);
    ScanOptions options = skipDamaged ? ScanOptions.skipDamaged() : ScanOptions.defaults();
    try (DbReader db = openReadOnly();
        Cursor cursor = keyspace.of(db).scan(wanted, options)) {
      show(cursor);
      cursor.leftOut().forEach(keys -> terminal.err.println("left out, as it is damaged: " + keys));
      return cursor.leftOut().isEmpty() ? ExitCode.OK : ExitCode.CORRUPTION;
    }
  }

  private void show(Cursor cursor) {
    long shown = 0;
    while (shown < limit && (reverse ? cursor.prev() : cursor.next())) {
      terminal.out.append(bytes.show(cursor.key()));
      if (!keysOnly) {
        terminal.out.append('\t').append(bytes.show(cursor.value()));
      }
      if (expiry) {
        Instant at = cursor.expiry();
        terminal.out.append('\t').append(at == null ? "-" : at.toString());
      }
      terminal.out.append('\n');
      if (++shown % CHECK_EVERY == 0 && terminal.closed()) {
        return;
      }
    }
  }
}
