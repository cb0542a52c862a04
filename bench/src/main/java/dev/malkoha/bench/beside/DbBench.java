package dev.malkoha.bench.beside;

import dev.malkoha.bench.Median;
import dev.malkoha.bench.Scratch;
import dev.malkoha.bench.store.StoreSettings;
import dev.malkoha.bench.workload.BenchOptions;
import dev.malkoha.bench.workload.Workload;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * RocksDB's own benchmark, C++ calling C++, with the settings that our stores are given. Between
 * rounds it holds no memory and no files. Its rate limit is for all writes of a process, so the
 * reads beside a writer are in one of their own.
 */
public final class DbBench {

  /** Those of its workloads that are ours, in the order to run them in. */
  private static final List<Workload> FRESH =
      List.of(Workload.FILLSEQ, Workload.FILLRANDOM, Workload.OVERWRITE);

  private static final List<Workload> FILLED =
      List.of(
          Workload.READRANDOM,
          Workload.READMISSING,
          Workload.READSEQ,
          Workload.READREVERSE,
          Workload.SEEKRANDOM);

  private final Path program;
  private final BenchOptions options;
  private final Map<Workload, List<Double>> rounds = new EnumMap<>(Workload.class);
  private DbBenchOutput last = new DbBenchOutput();

  /** Prepares to run a program with what the options say. */
  public DbBench(Path program, BenchOptions options) {
    this.program = program;
    this.options = options;
  }

  /**
   * The program of that name on the path.
   *
   * @throws IllegalArgumentException if there is none, saying how to install it
   */
  public static Path onPath(String path) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .map(folder -> Path.of(folder, "db_bench"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--native needs RocksDB's db_bench on the PATH; install it, such as with"
                        + " 'apt install rocksdb-tools' on Debian or Ubuntu"));
  }

  /** Runs one round, and keeps what it measured. */
  public void round() {
    try (Scratch scratch = Scratch.in(options.parent())) {
      Path directory = scratch.directory("db_bench");
      DbBenchOutput output = new DbBenchOutput();
      for (Part part : parts()) {
        if (!part.benchmarks().isEmpty()) {
          run(command(directory, part), output);
        }
      }
      output
          .micros()
          .forEach(
              (workload, micros) ->
                  rounds.computeIfAbsent(workload, key -> new ArrayList<>()).add(micros));
      last = output;
    } catch (IOException e) {
      throw new IllegalStateException("cannot run " + program, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while db_bench runs", e);
    }
  }

  /** What all rounds measured, of those workloads that the options name. */
  public NativeRows rows() {
    Map<Workload, Double> medians = new EnumMap<>(Workload.class);
    rounds.forEach(
        (workload, micros) -> {
          if (options.workloads().contains(workload)) {
            medians.put(workload, Median.of(micros));
          }
        });
    return new NativeRows(last.version(), last.warnings(), medians);
  }

  /**
   * What one process does.
   *
   * @param bytesPerSecond at which it writes; 0 for as fast as it can
   */
  private record Part(List<String> benchmarks, boolean onOldData, long bytesPerSecond) {}

  private List<Part> parts() {
    return List.of(
        new Part(filling(), false, 0),
        new Part(named(Workload.READWHILEWRITING), true, Workload.WRITER_BYTES_PER_SECOND),
        new Part(named(Workload.DELETERANDOM), true, 0));
  }

  private List<String> named(Workload workload) {
    return options.workloads().contains(workload) ? List.of(workload.label()) : List.of();
  }

  /** A fill with each key once comes before the reads, so that they find all keys, as ours do. */
  private List<String> filling() {
    List<String> names = new ArrayList<>();
    FRESH.stream()
        .filter(workload -> workload.isNeededBy(options.workloads()))
        .forEach(workload -> names.add(workload.label()));
    names.addAll(List.of("filluniquerandom", "flush", "waitforcompaction"));
    FILLED.forEach(workload -> names.addAll(named(workload)));
    return names;
  }

  private static void run(List<String> command, DbBenchOutput output)
      throws IOException, InterruptedException {
    // Its version goes to one stream, its rows to the other; progress ends in returns, as lines.
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines.lines().forEach(output::line);
    }
    if (process.waitFor() != 0) {
      throw new IOException(
          "exit code " + process.exitValue() + " of " + String.join(" ", command));
    }
  }

  private List<String> command(Path directory, Part part) {
    StoreSettings settings = options.settings();
    return List.of(
        program.toString(),
        "--db=" + directory,
        "--benchmarks=" + String.join(",", part.benchmarks()),
        "--use_existing_db=" + part.onOldData(),
        "--benchmark_write_rate_limit=" + part.bytesPerSecond(),
        "--num=" + options.entries(),
        "--reads=" + options.reads(),
        "--threads=" + options.threads(),
        "--seed=" + options.seed(),
        "--key_size=16",
        "--value_size=100",
        "--seek_nexts=" + Workload.ENTRIES_PER_SEEK,
        "--compression_type=snappy",
        "--compression_ratio=0.5",
        "--cache_size=" + settings.cacheBytes(),
        "--write_buffer_size=" + settings.writeBufferBytes(),
        "--block_size=" + settings.blockBytes(),
        "--max_background_jobs=" + (settings.compactionThreads() + 1),
        "--bloom_bits=" + StoreSettings.BLOOM_BITS_PER_KEY,
        "--disable_wal=0",
        "--sync=0");
  }
}
