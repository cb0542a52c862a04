/** State stores for Kafka Streams. */
module dev.malkoha.kafka {
  requires transitive dev.malkoha.engine;
  requires transitive kafka.clients;
  requires transitive kafka.streams;
  requires org.slf4j;
  requires static org.jspecify;
  requires static com.google.errorprone.annotations;

  exports dev.malkoha.kafka;
}
