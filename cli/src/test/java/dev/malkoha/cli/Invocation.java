package dev.malkoha.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** One run of the command in this process, with what it wrote and what it would exit with. */
final class Invocation {

  final int code;
  final byte[] bytes;
  final String out;
  final String err;

  private Invocation(int code, byte[] bytes, String err) {
    this.code = code;
    this.bytes = bytes;
    this.out = new String(bytes, UTF_8);
    this.err = err;
  }

  static Invocation of(String... arguments) {
    return withInput("", arguments);
  }

  static Invocation withInput(String input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new Output(out, () -> false),
            new PrintStream(err, false, UTF_8),
            Progress.SILENT);
    int code = Main.run(terminal, arguments);
    terminal.err.flush();
    return new Invocation(code, out.toByteArray(), err.toString(UTF_8));
  }

  /** A terminal that nothing is typed into and whose output nobody sees. */
  static Terminal silentTerminal() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    return new Terminal(
        InputStream.nullInputStream(),
        new Output(nowhere, () -> false),
        new PrintStream(nowhere, false, UTF_8),
        Progress.SILENT);
  }

  @Override
  public String toString() {
    return "exit " + code + "\n" + out + "\n" + err;
  }
}
