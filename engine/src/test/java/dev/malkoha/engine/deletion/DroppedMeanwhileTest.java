package dev.malkoha.engine.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.Keyspace;
import dev.malkoha.engine.Stores;
import dev.malkoha.engine.disk.HeldWork;
import dev.malkoha.engine.disk.HeldWork.Kind;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.Disk;
import dev.malkoha.storage.ReadableFile;
import dev.malkoha.storage.sim.DelegatingDirectory;
import dev.malkoha.storage.sim.SimulatedDisk;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A keyspace goes while deletes are applied in it, and with it the sidecar that is to be read. */
class DroppedMeanwhileTest {

  private final SimulatedDisk disk = new SimulatedDisk();
  private final HeldWork work = new HeldWork();

  /** Is done before a sidecar is opened. */
  private Runnable before = () -> {};

  /** The worker is in the middle of its reading. */
  @Test
  void aSidecarThatIsGoneWithItsKeyspaceIsNoDamage() throws IOException {
    DbOptions options = DbOptions.builder().garbageShare(1).build();
    try (Db db = Stores.open(watched(), options, work.workers())) {
      Keyspace keyspace = db.keyspace("birds");
      for (int i = 0; i < 400; i++) {
        keyspace.put(key(i), key(i));
      }
      keyspace.flush();
      delete(keyspace, 0);
      work.runOne(Kind.DELETES);
      assertTrue(keyspace.stats().count("table.dead.entries") > 0);
      delete(keyspace, 20);
      boolean[] dropped = {false};
      before =
          () -> {
            before = () -> {};
            dropped[0] = true;
            db.dropKeyspace("birds");
          };
      work.runOne(Kind.DELETES);
      assertTrue(dropped[0]);
      db.put(key(1), key(2));
      assertArrayEquals(key(2), db.get(key(1)));
      assertEquals(List.of("default"), db.keyspaces());
      work.letGo();
      assertEquals(List.of(), disk.openDirectory(Stores.PATH).list(file -> file.contains(".dv")));
    }
  }

  private void delete(Keyspace keyspace, int from) {
    work.hold();
    for (int i = from; i < from + 10; i++) {
      keyspace.delete(key(i));
    }
    keyspace.flush();
  }

  private static byte[] key(int number) {
    return ("bird " + number).getBytes(UTF_8);
  }

  /** The disk, but that what is to be done before is done. */
  private Disk watched() {
    return (Disk)
        Proxy.newProxyInstance(
            Disk.class.getClassLoader(),
            new Class<?>[] {Disk.class},
            (self, method, arguments) -> {
              Object result = method.invoke(disk, arguments);
              return result instanceof Directory directory ? new Watched(directory) : result;
            });
  }

  private final class Watched extends DelegatingDirectory {
    Watched(Directory directory) {
      super(directory);
    }

    @Override
    public ReadableFile open(String name) throws IOException {
      if (name.contains(".dv")) {
        before.run();
      }
      return super.open(name);
    }
  }
}
