package dev.malkoha.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The words of the command line that a command was called with. */
public final class Arguments {

  private Arguments() {}

  /** Those of the command that the specification is of; none where it is none. */
  public static List<String> of(@Nullable CommandSpec spec) {
    return spec == null ? List.of() : spec.root().commandLine().getParseResult().originalArgs();
  }
}
