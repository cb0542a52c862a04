package dev.malkoha.cli;

import dev.malkoha.engine.KeyRange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which keys a command is on. */
final class InRange {

  @Option(names = "--prefix", paramLabel = "KEY", description = "Only keys that begin with this.")
  private @Nullable String prefix;

  @Option(names = "--from", paramLabel = "KEY", description = "Only keys from this one on.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "KEY", description = "Only keys before this one.")
  private @Nullable String to;

  InRange() {}

  /**
   * The range.
   *
   * @param bytes how the keys are written
   * @throws IllegalArgumentException if the options contradict each other
   */
  KeyRange of(Bytes bytes) {
    if (prefix != null) {
      if (from != null || to != null) {
        throw new IllegalArgumentException("--prefix does not go with --from or --to");
      }
      return KeyRange.prefix(bytes.parse(prefix));
    }
    KeyRange range = from == null ? KeyRange.all() : KeyRange.atLeast(bytes.parse(from));
    return to == null ? range : range.intersect(KeyRange.below(bytes.parse(to)));
  }
}
