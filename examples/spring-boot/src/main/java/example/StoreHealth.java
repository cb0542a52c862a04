package example;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.Problem;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Health of a store: down where writing has ended, and all of its problems. */
final class StoreHealth implements HealthIndicator {

  private final Db db;

  StoreHealth(Db db) {
    this.db = db;
  }

  @Override
  public Health health() {
    List<String> problems = db.problems().stream().map(Problem::toString).toList();
    boolean sealed = db.stats().metric("sealed").value() != 0;
    return (sealed ? Health.down() : Health.up()).withDetail("problems", problems).build();
  }
}
