package dev.malkoha.engine.host;

import dev.malkoha.codec.Bytes;
import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyspaceOptions;
import dev.malkoha.engine.TableWriter;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.tools.StoreTools;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An application of a server, with the library among its own classes: in the server's thread it
 * does all that a store does in its callers' threads, and then ends.
 */
public final class Application implements Consumer<Path> {

  private static final int ENTRIES = 3_000;

  /** Is called by reflection. */
  public Application() {}

  @Override
  public void accept(Path directory) {
    Path data = directory.resolve("data");
    DbOptions options =
        DbOptions.builder().memTableBytes(64 << 10).listener(new DbListener() {}).build();
    try (Db db = Db.open(data, options)) {
      for (int i = 0; i < ENTRIES; i++) {
        db.put(key(i), new byte[100]);
      }
      db.flush();
      db.update(key(1), Application::longer);
      db.runInTransaction(transaction -> transaction.put(key(2), key(2)));
      db.ingestFiles(List.of(table(directory.resolve("loose.sst"))));
      try (Cursor cursor = db.scan(KeyRange.all())) {
        cursor.next();
      }
      db.checkpoint(directory.resolve("copy"));
    }
    StoreTools.verify(data);
    StoreTools.salvage(data, directory.resolve("salvaged"));
    Db.openReadOnly(data).close();
  }

  private static byte[] longer(byte @Nullable [] value) {
    return new byte[value == null ? 1 : value.length + 1];
  }

  private static Path table(Path file) {
    try (TableWriter writer = TableWriter.create(file, KeyspaceOptions.defaults())) {
      for (int i = ENTRIES; i < 2 * ENTRIES; i++) {
        writer.put(key(i), new byte[100]);
      }
      writer.finish();
    }
    return file;
  }

  private static byte[] key(int number) {
    byte[] key = new byte[Long.BYTES];
    Bytes.putLongBigEndian(key, 0, number);
    return key;
  }
}
