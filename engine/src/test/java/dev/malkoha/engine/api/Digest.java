package dev.malkoha.engine.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.NavigableMap;

/** How many entries there are, and a SHA-256 of them all in key order. */
record Digest(int entries, String sum) {

  Digest(NavigableMap<String, String> content) {
    this(content.size(), sum(content));
  }

  private static String sum(NavigableMap<String, String> content) {
    try {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      content.forEach(
          (key, value) -> sum.update((key + '\0' + value + '\0').getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(sum.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // each Java has it
    }
  }

  @Override
  public String toString() {
    return entries + " " + sum;
  }
}
