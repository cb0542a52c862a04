package dev.malkoha.filter.cuckoo;

import dev.malkoha.filter.Filter;

/**
 * A {@link CuckooMap}'s block as a filter of its hashes. Nothing can be taken out of it without the
 * values.
 */
final class MapKeys implements Filter {

  private final WideCuckooFilter slots;

  MapKeys(WideCuckooFilter slots) {
    this.slots = slots;
  }

  @Override
  public boolean mayContain(long hash) {
    return slots.mayContain(hash);
  }

  @Override
  public long keys() {
    return slots.keys();
  }

  @Override
  public long sizeBytes() {
    return slots.sizeBytes();
  }

  @Override
  public double expectedFalsePositiveRate() {
    return slots.expectedFalsePositiveRate();
  }

  @Override
  public String kind() {
    return slots.kind();
  }
}
