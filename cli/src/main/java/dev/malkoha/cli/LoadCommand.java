package dev.malkoha.cli;

import dev.malkoha.cli.input.EntryReader;
import dev.malkoha.cli.input.InputFormat;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.WriteBatch;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code load}: writes the entries of a text file. */
@Command(
    name = "load",
    description = {
      "Write the entries of a text file; makes the store where there is none.",
      "tsv: key, tab, value, with \\t \\n \\r \\\\ \\xHH as 'scan' writes them.",
      "csv: two columns, quoted as needed.",
      "json: {\"key\": ..., \"value\": ...} on each line.",
      "A malformed line is reported with its number and skipped; the exit code then is 6."
    })
final class LoadCommand extends StoreCommand {

  private static final long BATCH_BYTES = 1 << 20;
  private static final int BATCH_ENTRIES = 1_000;

  @Mixin private Bytes bytes = new Bytes();

  @Mixin private InKeyspace keyspace = new InKeyspace();

  @Parameters(index = "1", paramLabel = "FILE", description = "The file; - for standard input.")
  private String file = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "tsv, csv or json; by default what the file's name says, else tsv.")
  private @Nullable String format;

  LoadCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    InputFile input = new InputFile(file, format, terminal);
    InputFormat how = input.format(); // asked before a store is made
    EntryReader.Count count;
    try (InputStream in = input.open();
        Db db = openOrCreate();
        Progress.Task task = terminal.progress.start("load", -1)) {
      Batches batches = new Batches(db, keyspace.of(db), task);
      count = EntryReader.read(in, how, bytes.hex(), batches::add, input::malformed);
      batches.write();
    }
    terminal.out.println(
        "loaded %,d entries, skipped %,d malformed lines"
            .formatted(count.entries(), count.malformed()));
    return count.malformed() == 0 ? ExitCode.OK : ExitCode.SKIPPED;
  }

  /** Entries on their way into the store, a batch at a time. */
  private static final class Batches {

    private final Db db;
    private final Keyspace into;
    private final Progress.Task task;
    private final WriteBatch batch = new WriteBatch();

    Batches(Db db, Keyspace into, Progress.Task task) {
      this.db = db;
      this.into = into;
      this.task = task;
    }

    void add(byte[] key, byte[] value) {
      batch.put(into, key, value);
      if (batch.count() >= BATCH_ENTRIES || batch.sizeBytes() >= BATCH_BYTES) {
        write();
      }
    }

    void write() {
      db.write(batch);
      task.advance(batch.count());
      batch.clear();
    }
  }
}
