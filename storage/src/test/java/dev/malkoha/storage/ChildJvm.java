package dev.malkoha.storage;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second Java process that runs the main method of a test class, to its end. */
record ChildJvm(int exitCode, String output) {

  private static final long SECONDS = 120;

  /** The command that runs a main class with JVM options and arguments. */
  static List<String> command(Class<?> main, List<String> options, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-XX:-UsePerfData");
    command.add("-cp");
    command.add(classes(main) + System.getProperty("path.separator") + classes(FileDisk.class));
    command.add(main.getName());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return command;
  }

  private static Path classes(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a command in a directory, where a crashing JVM may leave its report. */
  static ChildJvm run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, "child", ".out");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("child did not end: " + Files.readString(output));
    }
    return new ChildJvm(process.exitValue(), Files.readString(output));
  }
}
