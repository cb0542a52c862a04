package org.apache.kafka.streams.processor.internals;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.test.InternalMockProcessorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task with one store, which Kafka's own state manager opens, commits, closes and removes. All of
 * it can be called in its package only. What one release calls otherwise is called by its types.
 */
final class ManagedTask {

  private static final Logger LOG = LoggerFactory.getLogger(ManagedTask.class);
  private static final TaskId ID = new TaskId(0, 0);

  /** The partition of the changelog, where the store has one. */
  static final TopicPartition CHANGELOG = new TopicPartition("changelog", ID.partition());

  private final boolean isTransactional;
  private final Map<String, String> changelogs;
  private final StreamsConfig config;
  private final StateDirectory directory;
  private ProcessorStateManager manager;

  /** A task of an application that processes exactly once. */
  ManagedTask(Path directory, String store, boolean isTransactional, boolean isLogged) {
    this.isTransactional = isTransactional;
    changelogs = isLogged ? Map.of(store, CHANGELOG.topic()) : Map.of();
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put("enable.transactional.statestores", isTransactional);
    properties.put("malkoha.memory.bytes", 16 << 20);
    config = new StreamsConfig(properties);
    this.directory = new StateDirectory(config, Time.SYSTEM, true, false);
    manager = newManager();
  }

  /** The directory of the task. */
  Path directory() {
    return manager.baseDir().toPath();
  }

  ProcessorStateManager manager() {
    return manager;
  }

  /** Opens the store, as a task does that begins or was revived. */
  <S extends StateStore> S begin(S store) {
    manager = newManager();
    var topology =
        new ProcessorTopology(
            List.of(),
            Map.of(),
            Map.of(),
            List.of(store),
            List.of(),
            changelogs,
            Set.of(),
            Map.of());
    StateManagerUtil.registerStateStores(LOG, "", topology, manager, directory, newContext());
    return store;
  }

  private ProcessorContextImpl newContext() {
    var mock = new InternalMockProcessorContext<>(manager.baseDir(), config);
    return new ProcessorContextImpl(ID, config, manager, mock.metrics(), null);
  }

  private ProcessorStateManager newManager() {
    Constructor<?> constructor =
        Arrays.stream(ProcessorStateManager.class.getConstructors())
            .min((a, b) -> a.getParameterCount() - b.getParameterCount())
            .orElseThrow();
    try {
      return (ProcessorStateManager)
          constructor.newInstance(
              arguments(constructor.getParameterTypes(), true, isTransactional));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a state manager cannot be made", e);
    }
  }

  /** Gives the task up as corrupted, as Kafka's task manager does before it revives it. */
  void giveUp() {
    findCorrupted();
    close(false);
  }

  /** Marks the task as corrupted, and commits that. */
  void findCorrupted() {
    manager.markChangelogAsCorrupted(manager.changelogPartitions());
    try {
      manager.commit();
    } catch (InvalidStateStoreException e) {
      LOG.info("The task manager goes on, too", e);
    }
  }

  /** Closes the task, without a commit. */
  void close(boolean isClean) {
    Method close =
        Arrays.stream(StateManagerUtil.class.getDeclaredMethods())
            .filter(method -> method.getName().equals("closeStateManager"))
            .findFirst()
            .orElseThrow();
    try {
      close.invoke(null, arguments(close.getParameterTypes(), isClean, true, isTransactional));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a state manager cannot be closed", e);
    }
  }

  /** One argument for each type; what a release does not ask for it does not get. */
  private Object[] arguments(Class<?>[] types, Boolean... flags) {
    Deque<Boolean> left = new ArrayDeque<>(List.of(flags));
    return Arrays.stream(types).map(type -> argument(type, left)).toArray();
  }

  private Object argument(Class<?> type, Deque<Boolean> flags) {
    return switch (type.getSimpleName()) {
      case "boolean" -> flags.remove();
      case "Collection" -> Set.of();
      case "Logger" -> LOG;
      case "LogContext" -> newLogContext(type);
      case "Map" -> changelogs;
      case "ProcessorStateManager" -> manager;
      case "StateDirectory" -> directory;
      case "String" -> "";
      case "TaskId" -> ID;
      case "TaskType" -> Task.TaskType.ACTIVE;
      case "Time" -> Time.SYSTEM;
      default -> throw new IllegalArgumentException("nothing to give for " + type);
    };
  }

  private static Object newLogContext(Class<?> type) {
    try {
      return type.getConstructor(String.class).newInstance("");
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a log context cannot be made", e);
    }
  }

  /** Whether nothing is left of the task on disk. */
  boolean isRemoved() {
    return !Files.exists(directory());
  }
}
