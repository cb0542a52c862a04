package dev.malkoha.kafkabench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.function.Consumer;

/** The orders to a child process: lines on its standard input, whose end is the order to end. */
public final class Commands {

  private Commands() {}

  /**
   * Hands each line of standard input to a handler, in a thread of its own.
   *
   * @param atEnd what to do at the end of the input, which is there also when the parent was killed
   */
  public static void serve(Consumer<String> handler, Runnable atEnd) {
    Thread reader = new Thread(() -> readAll(handler, atEnd), "commands");
    reader.setDaemon(true);
    reader.start();
  }

  private static void readAll(Consumer<String> handler, Runnable atEnd) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        handler.accept(line);
      }
    } catch (IOException e) {
      // Nobody can be told; ending is what is left to do.
      atEnd.run();
      return;
    }
    atEnd.run();
  }
}
