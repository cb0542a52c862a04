package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The service as a client sees it. */
final class ApplicationTest {

  @TempDir private Path folder;

  private ConfigurableApplicationContext start() {
    return SpringApplication.run(
        Application.class, "--server.port=0", "--malkoha.directory=" + folder.resolve("store"));
  }

  private static HttpResponse<String> send(
      ConfigurableApplicationContext service, String path, String put)
      throws IOException, InterruptedException {
    String port = service.getEnvironment().getProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    if (!put.isEmpty()) {
      request.PUT(BodyPublishers.ofString(put));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  @Test
  void itServesEntriesHealthAndMetrics() throws Exception {
    try (ConfigurableApplicationContext service = start()) {
      assertEquals(404, send(service, "/entries/ada", "").statusCode());
      assertEquals(200, send(service, "/entries/ada", "countess").statusCode());
      assertEquals("countess", send(service, "/entries/ada", "").body());

      String health = send(service, "/actuator/health", "").body();
      assertTrue(
          health.contains("\"store\":{\"details\":{\"problems\":[]},\"status\":\"UP\"}"), health);
      String metrics = send(service, "/actuator/prometheus", "").body();
      assertTrue(metrics.contains("\nmalkoha_memtable_size_bytes"), metrics);
    }
  }

  @Test
  void itsStoreIsClosedWithIt() throws Exception {
    try (ConfigurableApplicationContext service = start()) {
      send(service, "/entries/ada", "countess");
    }
    try (Db db = Db.open(folder.resolve("store"))) {
      assertArrayEquals("countess".getBytes(UTF_8), db.get("ada".getBytes(UTF_8)));
    }
  }
}
