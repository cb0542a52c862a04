package dev.malkoha.bench.memory;

import com.google.gson.Gson;
import dev.malkoha.bench.AnotherJava;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java process of limited memory that is told one thing and tells one. Its memory is looked at
 * meanwhile.
 */
final class LimitedJava {

  private static final int LOOK_MILLIS = 100;

  private final GroupPlaces places;
  private final long limit;
  private final Gson gson = new Gson();

  LimitedJava(GroupPlaces places, long limit) {
    this.places = places;
    this.limit = limit;
  }

  /**
   * How a process ended.
   *
   * @param told what it printed; empty if it failed
   * @param anonymousPeak the most bytes seen that were in no file
   * @param failure why it told nothing; else empty
   */
  record Ended(String told, long anonymousPeak, String failure) {}

  /** Options of Java for a heap of a size in bytes, with the collector of large machines. */
  static List<String> options(long heap) {
    return List.of("-XX:+UseG1GC", "-Xmx" + (heap >> 20) + "m");
  }

  /**
   * Runs a class of this class path to its end.
   *
   * @param options of Java
   * @param order is given to it as JSON
   */
  Ended run(Class<?> main, List<String> options, Object order) throws IOException {
    try (MemoryGroup group = MemoryGroup.of(places, limit)) {
      long killsBefore = group.kills();
      Process process =
          new ProcessBuilder(group.inside(command(main, options, order)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      long peak = watch(process, group);
      return ended(process, peak, group.kills() > killsBefore);
    }
  }

  /** Waits for its end, and ends it where this process ends before it. Says its peak. */
  private static long watch(Process process, MemoryGroup group) throws IOException {
    Thread atExit = new Thread(() -> end(process, group), "malkoha-limited");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      return await(process, group);
    } finally {
      if (process.isAlive()) { // else what it told is lost with its streams
        process.destroyForcibly().onExit().join();
      }
      forget(atExit);
    }
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This process is already ending and the hook runs: nothing is left to take back.
    }
  }

  private List<String> command(Class<?> main, List<String> options, Object order) {
    List<String> command =
        new ArrayList<>(AnotherJava.command(option -> !option.matches("-X[mX].*")));
    command.addAll(1, options);
    command.add(main.getName());
    command.add(gson.toJson(order));
    return command;
  }

  private static long await(Process process, MemoryGroup group) throws IOException {
    long peak = 0;
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, group.anonymousBytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a process of little memory runs", e);
    }
    return peak;
  }

  private static void end(Process process, MemoryGroup group) {
    process.destroyForcibly().onExit().join();
    try {
      group.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Ended ended(Process process, long peak, boolean killed) throws IOException {
    if (killed) {
      return new Ended("", peak, "killed: more memory than the limit");
    }
    if (process.exitValue() != 0) {
      return new Ended("", peak, "ended with code " + process.exitValue());
    }
    try (InputStream out = process.getInputStream()) {
      return new Ended(new String(out.readAllBytes(), StandardCharsets.UTF_8), peak, "");
    }
  }
}
