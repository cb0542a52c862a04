package dev.malkoha.papers;

import java.util.List;

/**
 * A reproduced table or figure.
 *
 * @param part which
 * @param how what was run, in sentences
 * @param shown the numbers for people, with the paper's beside them where it prints numbers
 * @param csv all numbers, one row a point; rates and shares are fractions
 * @param plots none for a table
 * @param claims what the paper says of it, held against the numbers
 */
public record PartResult(
    PaperPart part, String how, Grid shown, Grid csv, List<Plot> plots, List<Claim> claims) {

  /** Copies. */
  public PartResult {
    plots = List.copyOf(plots);
    claims = List.copyOf(claims);
  }
}
