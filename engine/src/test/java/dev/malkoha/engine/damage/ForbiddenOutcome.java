package dev.malkoha.engine.damage;

/** Ends a trial whose outcome must never be. */
final class ForbiddenOutcome extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Verdict verdict;

  ForbiddenOutcome(Outcome outcome, String detail) {
    super(detail);
    this.verdict = new Verdict(outcome, detail);
  }

  Verdict verdict() {
    return verdict;
  }
}
