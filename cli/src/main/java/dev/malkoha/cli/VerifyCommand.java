package dev.malkoha.cli;

import dev.malkoha.tools.StoreTools;
import dev.malkoha.tools.VerifyReport;
import picocli.CommandLine.Command;

/** {@code verify}: checks all of a store. */
@Command(
    name = "verify",
    description = {
      "Check all of a store, and exit with 3 if anything is wrong.",
      "That is: every checksum, the order of keys, that each filter answers 'maybe' for each of"
          + " its keys, and the manifest against the files.",
      "A store that is in use is checked as it is at one moment, and goes on being used."
    })
final class VerifyCommand extends StoreCommand {

  VerifyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    VerifyReport report = StoreTools.verify(directory());
    terminal.out.println(report.summary());
    report.notes().forEach(note -> terminal.tell("malkoha: " + note));
    report.problems().forEach(problem -> terminal.tell("malkoha: " + problem));
    return report.ok() ? ExitCode.OK : ExitCode.CORRUPTION;
  }
}
