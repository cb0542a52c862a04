/** Numbers, byte strings and checksums as bytes: what the formats of all files are made of. */
module dev.malkoha.codec {
  requires static org.jspecify;

  exports dev.malkoha.codec;
}
