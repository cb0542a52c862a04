package dev.malkoha.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command line that cannot be used, in one line that says where help is. */
final class Mistake {

  private Mistake() {}

  /** Tells of it, and says what to exit with. */
  static int tell(Terminal terminal, ParameterException mistake) {
    CommandLine line = mistake.getCommandLine();
    String where = line.getCommandSpec().qualifiedName();
    terminal.tell("malkoha: " + what(line, mistake) + "; see " + where + " --help");
    return ExitCode.USAGE;
  }

  private static String what(CommandLine line, ParameterException mistake) {
    boolean atTop = line.getParent() == null;
    if (mistake instanceof UnmatchedArgumentException unmatched
        && atTop
        && !unmatched.isUnknownOption()) {
      return "there is no command '" + unmatched.getUnmatched().get(0) + "'";
    }
    return String.valueOf(mistake.getMessage());
  }
}
