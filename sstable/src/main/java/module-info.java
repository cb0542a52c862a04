/** Module. */
module dev.malkoha.sstable {
  requires static org.jspecify;
}
