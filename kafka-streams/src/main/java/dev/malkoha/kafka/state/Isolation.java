package dev.malkoha.kafka.state;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.query.QueryConfig;

/** The isolation level that a query asks for, which it does since Kafka 4.4. */
public final class Isolation {

  private static final Optional<Method> LEVEL =
      Arrays.stream(QueryConfig.class.getMethods())
          .filter(method -> method.getName().equals("getIsolationLevel"))
          .findFirst();

  private Isolation() {}

  /** Whether queries ask for a level, and stores can be transactional. */
  public static boolean isKnown() {
    return LEVEL.isPresent();
  }

  public static IsolationLevel of(QueryConfig config) {
    if (LEVEL.isEmpty()) {
      return IsolationLevel.READ_UNCOMMITTED;
    }
    try {
      return (IsolationLevel) LEVEL.get().invoke(config);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a query's isolation level cannot be read", e);
    }
  }
}
