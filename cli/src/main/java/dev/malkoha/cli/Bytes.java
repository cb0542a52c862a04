package dev.malkoha.cli;

import dev.malkoha.cli.input.Escapes;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import picocli.CommandLine.Option;

/** How a command's keys and values are written on the command line and in its output. */
public final class Bytes {

  @Option(
      names = "--hex",
      description = "Keys and values are hexadecimal, on the command line and in the output.")
  private boolean hex;

  /** Text, until an option says otherwise. */
  public Bytes() {}

  /** Whether they are hexadecimal. */
  public boolean hex() {
    return hex;
  }

  /**
   * The bytes that an argument stands for: its UTF-8, or what its digits say.
   *
   * @throws IllegalArgumentException if it stands for none
   */
  public byte[] parse(String argument) {
    if (hex) {
      try {
        return HexFormat.of().parseHex(argument);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "with --hex a key or value is an even number of hexadecimal digits", e);
      }
    }
    return argument.getBytes(StandardCharsets.UTF_8);
  }

  /** The bytes on one line: escaped, or as digits. */
  public String show(byte[] bytes) {
    return hex ? HexFormat.of().formatHex(bytes) : Escapes.escape(bytes);
  }
}
