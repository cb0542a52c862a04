/** Module. */
module dev.malkoha.wal {
  requires static org.jspecify;
}
