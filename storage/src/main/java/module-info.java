/** The only code of Malkoha that touches files. */
module dev.malkoha.storage {
  requires static transitive org.jspecify;

  exports dev.malkoha.storage;
}
