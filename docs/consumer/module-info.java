/** The example of the README as a module. */
module example {
  requires dev.malkoha.engine;
  requires dev.malkoha.tools;
}
