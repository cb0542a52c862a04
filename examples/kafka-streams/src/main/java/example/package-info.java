/** An application of Kafka Streams whose state is in Malkoha. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
