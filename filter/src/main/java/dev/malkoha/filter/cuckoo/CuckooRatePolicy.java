package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.FilterPolicy;

/** A policy of cuckoo filters whose fingerprints are as long as a false positive rate asks for. */
public interface CuckooRatePolicy extends FilterPolicy {

  /** The highest rate wanted. */
  double falsePositiveRate();

  /**
   * The same layout with fingerprints of so many bits more, or fewer; as near to it as the layout
   * allows.
   */
  CuckooRatePolicy withMoreBits(int bits);
}
