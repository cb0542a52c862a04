package dev.malkoha.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How a Java is started that is like this one. */
public final class AnotherJava {

  private AnotherJava() {}

  /** The java of this process, with those of its options that are wanted, and its class path. */
  public static List<String> command(Predicate<String> wanted) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agent") && !option.startsWith("-javaagent"))
        .filter(wanted)
        .forEach(command::add);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    return command;
  }
}
