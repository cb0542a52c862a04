package dev.malkoha.kafkabench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A Java process with this one's class path, which reads lines and writes lines. One whose main
 * calls {@link Commands#serve} ends when this process does, however that ends.
 */
public final class ChildJava {

  /** For processes of less than a minute: what is compiled is compiled quickly. */
  public static final List<String> SHORT_LIFE = List.of("-XX:TieredStopAtLevel=1");

  private static final int LAST_LINES = 15;

  private final String name;
  private final Path log;
  private final Process process;
  private final PrintStream commands;
  private final CountDownLatch allRead = new CountDownLatch(1);

  private ChildJava(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.commands = new PrintStream(process.getOutputStream(), true, UTF_8);
  }

  /**
   * Starts a process.
   *
   * @param main the class whose main it runs
   * @param options options of Java
   * @param arguments what main gets
   * @param log the file to which its standard error is appended
   * @param lines takes each line that it writes to standard output, in a thread of its own
   */
  public static ChildJava start(
      Class<?> main, List<String> options, List<String> arguments, Path log, Consumer<String> lines)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    File errors = log.toFile();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors)).start();
    ChildJava child = new ChildJava(main.getSimpleName(), log, process);
    child.read(lines);
    return child;
  }

  private void read(Consumer<String> lines) {
    Thread reader = new Thread(() -> readAll(lines), "lines of " + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(Consumer<String> lines) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // The process was killed while it wrote: what it had said until then was read.
      return;
    } finally {
      allRead.countDown();
    }
  }

  /** Once it has ended: waits until all that it said has been taken. */
  public void awaitLines() {
    try {
      allRead.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading what " + name + " said", e);
    }
  }

  /** Writes a line to its standard input. */
  public void tell(String line) {
    commands.println(line);
  }

  /** Whether it runs. */
  public boolean alive() {
    return process.isAlive();
  }

  /** Its number among the processes of the machine. */
  public long pid() {
    return process.pid();
  }

  /** Kills it at once, as {@code kill -9} does, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(30));
  }

  /**
   * Closes its standard input, on which it shall end in order, and kills it if it does not.
   *
   * @return whether it has ended by itself
   */
  public boolean stop(Duration limit) {
    commands.close();
    if (awaitEnd(limit)) {
      return true;
    }
    kill();
    return false;
  }

  /**
   * Waits for its end.
   *
   * @return whether it has ended
   */
  public boolean awaitEnd(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      return false;
    }
  }

  /** The exit code. */
  public int exitCode() {
    return process.exitValue();
  }

  /** How it is, and what it said last: for messages. */
  public String describe() {
    String state = alive() ? "runs" : "has ended with " + process.exitValue();
    return name + " " + state + "; the end of " + log + ":\n" + lastLines();
  }

  private String lastLines() {
    try {
      List<String> lines = Files.readAllLines(log, UTF_8);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
