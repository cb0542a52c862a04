package dev.malkoha.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No input that was ever of interest to the fuzzer breaks anything. */
class CorpusTest {

  @ParameterizedTest
  @EnumSource
  void seedsAreRead(Target target) throws Exception {
    List<byte[]> seeds = target.seeds();
    assertFalse(seeds.isEmpty());
    target.read(new byte[0]);
    for (int i = 0; i < seeds.size(); i++) {
      read(target, seeds.get(i), "seed " + i);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keptInputsAreRead(Target target) throws Exception {
    List<Path> kept = target.kept();
    assertFalse(kept.isEmpty(), () -> "nothing in " + target.corpus());
    for (Path file : kept) {
      read(target, Files.readAllBytes(file), file.toString());
    }
  }

  private static void read(Target target, byte[] input, String name) {
    try {
      target.read(input);
    } catch (Exception | Error e) {
      throw new AssertionError("reading " + name, e);
    }
  }
}
