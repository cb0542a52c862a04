/**
 * Approximate-membership filters over 64-bit key hashes: the cuckoo filter that the store's tables
 * carry, and the Bloom filters it is measured against.
 */
module dev.malkoha.filter {
  requires com.dynatrace.hash4j;
  requires dev.malkoha.codec;
  requires static org.jspecify;

  exports dev.malkoha.filter;
  exports dev.malkoha.filter.cuckoo;
  exports dev.malkoha.filter.rivals;
}
