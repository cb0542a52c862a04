package dev.malkoha.cli;

import dev.malkoha.cli.input.EntryReader;
import dev.malkoha.cli.input.InputFormat;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.IngestOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code load}: ingests the entries of a text file. */
@Command(
    name = "load",
    description = {
      "Load the entries of a text file, all at one moment; makes the store where there is none.",
      "They need not be sorted. Of a key that comes twice the last value counts.",
      "tsv: key, tab, value, with \\t \\n \\r \\\\ \\xHH as 'scan' writes them.",
      "csv: two columns, quoted as RFC 4180 has it.",
      "json: {\"key\": ..., \"value\": ...} on each line.",
      "ldb: what RocksDB's 'ldb dump --hex' prints, 0xKEY ==> 0xVALUE.",
      "A malformed line is reported with its number and skipped; the exit code then is 6.",
      "Where no line is an entry, nothing is loaded or made, and the exit code is 2."
    })
final class LoadCommand extends StoreCommand {

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(index = "1", paramLabel = "FILE", description = "The file; - for standard input.")
  private String file = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "tsv, csv, json or ldb; by default what the file's name says, else tsv.")
  private @Nullable String format;

  @Option(names = "--header", description = "The first row of a tsv or csv file names columns.")
  private boolean header;

  LoadCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    InputFile input = new InputFile(file, format, terminal);
    InputFormat how = input.format(); // asked before a store is made
    if (header && how != InputFormat.TSV && how != InputFormat.CSV) {
      throw new IllegalArgumentException("--header is for tsv and csv; this is read as " + how);
    }
    EntryReader.Count count;
    try (InputStream in = input.open()) {
      EntryReader entries = new EntryReader(in, how, bytes.hex(), input::malformed);
      if (header) {
        entries.skipHeader();
      }
      requireAnEntry(entries, how);
      ingest(entries);
      count = entries.count();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    terminal.out.println(
        "loaded %s, skipped %s"
            .formatted(
                Counted.of(count.entries(), "entry", "entries"),
                Counted.of(count.malformed(), "malformed line")));
    return count.malformed() == 0 ? ExitCode.OK : ExitCode.SKIPPED;
  }

  /** A file of another format is to make no store. */
  private static void requireAnEntry(EntryReader entries, InputFormat how) {
    if (!entries.hasNext() && entries.count().malformed() > 0) {
      throw new IllegalArgumentException(
          "no line is an entry, of %s that are no %s; is --format right?"
              .formatted(
                  Counted.of(entries.count().malformed(), "line"),
                  how.name().toLowerCase(Locale.ROOT)));
    }
  }

  private void ingest(EntryReader entries) {
    try (Db db = openOrCreate();
        Bars bars = new Bars(terminal.progress)) {
      long memory = db.options().defaultKeyspace().memTableBytes();
      keyspace
          .ofOrNew(db, terminal)
          .ingest(entries, IngestOptions.ofMemory(memory).withProgress(bars::show));
    }
  }

  /** A bar for each phase, one after the other. */
  private static final class Bars implements AutoCloseable {

    private final Progress progress;
    private IngestOptions.@Nullable Phase phase;
    private Progress.@Nullable Task task;
    private long shown;

    Bars(Progress progress) {
      this.progress = progress;
    }

    void show(IngestOptions.Progress now) {
      Progress.Task current = task;
      if (current == null || now.phase() != phase || now.entries() < shown) {
        close();
        phase = now.phase();
        current = progress.start(phase.name().toLowerCase(Locale.ROOT), -1);
        task = current;
        shown = 0;
      }
      current.advance(now.entries() - shown);
      shown = now.entries();
    }

    @Override
    public void close() {
      if (task != null) {
        task.close();
        task = null;
      }
    }
  }
}
