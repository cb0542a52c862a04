/** The only code of Malkoha that touches files. */
module dev.malkoha.storage {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.malkoha.storage;
}
