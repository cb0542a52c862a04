package dev.malkoha.cli;

import java.util.Map;
import java.util.function.Supplier;

/** Commands of a module that is not always there, found as a service. */
public interface CommandProvider {

  /** For each command's name what makes it; only the one that is called is made. */
  Map<String, Supplier<Object>> commands(Terminal terminal);
}
