package dev.malkoha.bench.workload;

import dev.malkoha.bench.AnotherJava;
import dev.malkoha.bench.WrongAnswerException;
import dev.malkoha.bench.store.Store;
import dev.malkoha.bench.store.StoreKind;
import dev.malkoha.bench.store.StoreSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java process that opens a store as the first thing it does, gets an entry and prints how many
 * nanoseconds that took. It is started with the class path and the options of this one.
 */
public final class OpenProbe {

  private final StoreKind kind;
  private final Path directory;

  OpenProbe(StoreKind kind, Path directory) {
    this.kind = kind;
    this.directory = directory;
  }

  /** Starts the process, waits for its end and returns the nanoseconds. */
  long run(BenchOptions options, int number) {
    List<String> command = new ArrayList<>(AnotherJava.command(option -> true));
    command.add(OpenProbe.class.getName());
    command.add(kind.label());
    command.add(directory.toString());
    command.add(Long.toString(Math.max(1, options.settings().cacheBytes() >> 20)));
    command.add(Integer.toString(number));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      return answer(process);
    } catch (IOException e) {
      throw new IllegalStateException("cannot start another Java", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while another Java opens a store", e);
    }
  }

  private long answer(Process process) throws IOException, InterruptedException {
    try (InputStream out = process.getInputStream()) {
      String text = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0 || !text.matches("\\d+")) {
        throw new WrongAnswerException(kind.label(), Workload.OPENFIRST.label(), text);
      }
      return Long.parseLong(text);
    }
  }

  /** Takes a store's name, its directory, MiB of cache and the number of a key that is there. */
  public static void main(String[] arguments) {
    byte[] key = BenchKey.present().of(Long.parseLong(arguments[3]));
    long start = System.nanoTime();
    StoreSettings settings = StoreSettings.withMebibytes(Integer.parseInt(arguments[2]));
    try (Store store = StoreKind.of(arguments[0]).open(Path.of(arguments[1]), settings)) {
      byte[] value = store.get(key);
      long took = System.nanoTime() - start;
      System.out.println(value == null ? "a key was not found" : Long.toString(took));
    }
  }
}
