package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Db;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads and writes entries by HTTP. */
@RestController
@RequestMapping("/entries/{key}")
final class EntriesController {

  private final Db db;

  EntriesController(Db db) {
    this.db = db;
  }

  @GetMapping
  ResponseEntity<byte[]> get(@PathVariable("key") String key) {
    byte[] value = db.get(key.getBytes(UTF_8));
    return value == null ? ResponseEntity.notFound().build() : ResponseEntity.ok(value);
  }

  @PutMapping
  void put(@PathVariable("key") String key, @RequestBody byte[] value) {
    db.put(key.getBytes(UTF_8), value);
  }
}
