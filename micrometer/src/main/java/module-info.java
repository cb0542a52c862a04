/** The figures of a store as meters of Micrometer. */
module dev.malkoha.micrometer {
  requires transitive dev.malkoha.engine;
  requires transitive micrometer.core;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.malkoha.micrometer;
}
