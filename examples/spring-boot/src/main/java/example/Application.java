package example;

import dev.malkoha.engine.Db;
import dev.malkoha.micrometer.MalkohaMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The service: one store, which Spring opens and closes, its meters, and its health. */
@SpringBootApplication(proxyBeanMethods = false)
public class Application {

  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  @Bean(destroyMethod = "close")
  Db db(@Value("${malkoha.directory}") Path directory) {
    return Db.open(directory);
  }

  @Bean
  MeterBinder storeMeters(Db db) {
    return new MalkohaMetrics(db);
  }

  @Bean
  HealthIndicator store(Db db) {
    return new StoreHealth(db);
  }
}
