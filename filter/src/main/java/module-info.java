/**
 * Approximate-membership filters over 64-bit key hashes: the cuckoo filters that the store's tables
 * carry, and the Bloom filters that they may carry instead.
 */
@SuppressWarnings("module") // the module of the measurements is not there when this one is built
module dev.malkoha.filter {
  requires com.dynatrace.hash4j;
  requires dev.malkoha.codec;
  requires static org.jspecify;

  exports dev.malkoha.filter;
  exports dev.malkoha.filter.cuckoo;
  // The rivals mix hashes and read bits as the cuckoo filters do.
  exports dev.malkoha.filter.block to
      dev.malkoha.papers;
}
