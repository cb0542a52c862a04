package dev.malkoha.engine.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbNotFoundException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.tools.StoreTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The directory of another kind of store is called what it is, and nothing in it changes. */
final class ForeignDirectoryTest {

  @TempDir private Path folder;

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void checkCalled(String kind) throws IOException {
    List<String> before = names();
    List<Executable> calls =
        List.of(
            () -> Db.open(folder).close(),
            () -> Db.openExisting(folder, DbOptions.defaults()).close(),
            () -> Db.openReadOnly(folder).close(),
            () -> StoreTools.verify(folder));
    for (Executable call : calls) {
      DbNotFoundException e = assertThrows(DbNotFoundException.class, call);
      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains(folder + " is a store of " + kind), message);
      assertTrue(message.contains("docs/from-rocksdb.md"), message);
    }
    assertEquals(before, names());
  }

  @Test
  void rocksDb() throws IOException {
    write("CURRENT", "MANIFEST-000005\n");
    write("IDENTITY", "1b2c");
    write("OPTIONS-000007", "[Version]");
    write("000004.log", "");
    write("MANIFEST-000005", "x");
    write("LOCK", "");
    checkCalled("RocksDB");
    assertThrows(
        DbNotFoundException.class,
        () -> StoreTools.salvage(folder, folder.resolveSibling("saved")));
  }

  @Test
  void levelDb() throws IOException {
    write("CURRENT", "MANIFEST-000002\n");
    write("MANIFEST-000002", "x");
    write("LOCK", "");
    checkCalled("LevelDB");
  }

  @Test
  void lmdb() throws IOException {
    write("data.mdb", "x");
    write("lock.mdb", "x");
    checkCalled("LMDB");
  }
}
