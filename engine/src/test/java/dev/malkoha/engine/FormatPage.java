package dev.malkoha.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** A page of docs/format, whose worked example is a golden test. */
public final class FormatPage {

  private static final String EXAMPLE = "## Example";
  private static final String FENCE = "```";

  private FormatPage() {}

  /** The bytes of the first fenced block of a page's example: two hex digits each, then prose. */
  public static byte[] exampleBytes(String page) throws IOException {
    String text = Files.readString(Path.of("..", "docs", "format", page));
    int open = text.indexOf(FENCE, text.indexOf(EXAMPLE)) + FENCE.length();
    StringBuilder hex = new StringBuilder();
    for (String line : text.substring(open, text.indexOf(FENCE, open)).lines().toList()) {
      for (String word : line.split(" ", -1)) {
        if (!word.matches("[0-9a-f]{2}")) {
          break;
        }
        hex.append(word);
      }
    }
    return HexFormat.of().parseHex(hex);
  }
}
