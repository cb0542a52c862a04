package org.apache.kafka.streams.processor.internals;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.kafka.MalkohaStores;
import dev.malkoha.kafka.state.Isolation;
import dev.malkoha.kafka.state.PersistentStore;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of stores under exactly-once when Kafka's own state manager has them. */
class ManagedStoreTest {

  private static final Bytes A = Bytes.wrap("a".getBytes(UTF_8));
  private static final Bytes B = Bytes.wrap("b".getBytes(UTF_8));

  @TempDir private Path state;

  private static KeyValueStore<Bytes, byte[]> store() {
    return MalkohaStores.keyValueStore("kv").get();
  }

  /** Opens the store; if Kafka gives the task up, once more. */
  private static KeyValueStore<Bytes, byte[]> beginOrRevive(ManagedTask task) {
    try {
      return task.begin(store());
    } catch (TaskCorruptedException e) {
      task.giveUp();
      assertTrue(task.isRemoved());
      return task.begin(store());
    }
  }

  /** Leaves a store as a crash of an older release did, which made no marks. */
  private static void leaveUncommitted(ManagedTask task) {
    KeyValueStore<Bytes, byte[]> store = task.begin(store());
    store.put(A, A.get());
    store.commit(Map.of(ManagedTask.CHANGELOG, 7L));
    task.close(true);
    try (Db db = Db.open(task.directory().resolve("kv"), DbOptions.defaults())) {
      db.put(B.get(), B.get());
      db.keyspace("kafka").put("uncommitted".getBytes(UTF_8), new byte[0]);
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void whatMayBeOfAnAbortedTransactionIsGone(boolean isTransactional, boolean isLogged) {
    ManagedTask task = new ManagedTask(state, "kv", isTransactional, isLogged);
    leaveUncommitted(task);
    KeyValueStore<Bytes, byte[]> store = beginOrRevive(task);
    assertNull(store.get(A));
    assertNull(store.get(B));
    assertNull(store.committedOffset(ManagedTask.CHANGELOG));
    assertEquals(
        isLogged ? Map.of(ManagedTask.CHANGELOG, 0L) : Map.of(), task.manager().changelogOffsets());
    store.put(B, B.get());
    task.manager().commit();
    task.close(true);
    store = task.begin(store());
    assertArrayEquals(B.get(), store.get(B));
    task.close(true);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCorruptedTaskCommitsNothing(boolean isTransactional) {
    ManagedTask task = new ManagedTask(state, "kv", isTransactional, true);
    KeyValueStore<Bytes, byte[]> store = task.begin(store());
    store.put(A, A.get());
    task.manager().updateChangelogOffsets(Map.of(ManagedTask.CHANGELOG, 7L));
    task.manager().commit();
    store.put(B, B.get());
    task.findCorrupted();
    if (isTransactional && Isolation.isKnown()) {
      assertNull(((PersistentStore) store).reads(IsolationLevel.READ_COMMITTED).get(B.get()));
    }
    task.close(true); // as if killed before the directory is removed
    store = task.begin(store());
    assertArrayEquals(A.get(), store.get(A));
    assertNull(store.get(B));
    assertEquals(7L, store.committedOffset(ManagedTask.CHANGELOG));
    task.giveUp();
    assertTrue(task.isRemoved());
  }
}
