package dev.malkoha.papers;

import java.util.EnumSet;
import java.util.Set;

/**
 * What to reproduce.
 *
 * @param parts which tables and figures
 * @param scale how large
 * @param seed of every random number
 */
public record PapersOptions(Set<PaperPart> parts, Scale scale, long seed) {

  /** Checks that there is something to do. */
  public PapersOptions {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no table or figure is named");
    }
    parts = Set.copyOf(parts);
  }

  boolean wantsAnyOf(PaperPart first, PaperPart... more) {
    return parts.stream().anyMatch(EnumSet.of(first, more)::contains);
  }
}
