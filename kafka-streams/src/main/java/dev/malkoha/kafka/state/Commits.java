package dev.malkoha.kafka.state;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.malkoha.engine.WriteBatch;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.internals.StoreQueryUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits of an open state store, and what was written since the last one. All writes pass
 * here, one at a time, each with the position in the input that it belongs to.
 *
 * <p>The thread rules and errors are those of {@link StateDb}.
 */
final class Commits {

  /** Bytes between marks of a store that waits for a commit no longer. */
  private static final long MARK_EVERY = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(StateDb.class);

  /** Where Kafka Streams before 4.3 kept the offsets of a task's stores. */
  private static final String OFFSETS_OF_BEFORE = ".checkpoint";

  private final StateStoreContext context;
  private final ProcessResources resources;
  private final Ledger ledger;
  private final StateErrors errors;
  private final Position position;

  /** Whether Kafka Streams may commit nothing while it runs. */
  private final boolean isRare;

  /** Bytes written since the last mark. */
  @GuardedBy("position")
  private long unmarked;

  /** Whether the ledger says that openings show data which no commit covers. */
  @GuardedBy("position")
  private boolean uncommitted;

  /** Whether anything was written, or the position moved, since the last commit. */
  @GuardedBy("position")
  private boolean changed;

  /** Whether any record came to this opening. */
  @GuardedBy("position")
  private boolean used;

  /**
   * Empties a store under exactly-once that shows writes of after its last commit. An older release
   * made no marks, or too much was written without a commit. Kafka Streams itself would remove it
   * only where it has a changelog, or stores are not transactional.
   */
  Commits(
      StateStoreContext context,
      ProcessResources resources,
      Ledger ledger,
      StateErrors errors,
      boolean isTransactional) {
    this.context = context;
    this.resources = resources;
    this.ledger = ledger;
    this.errors = errors;
    isRare = !isTransactional && isExactlyOnce(context);
    if (isExactlyOnce(context) && ledger.isUncommitted()) {
      LOG.warn(
          "The state store {} holds more than its last commit has left, maybe of a transaction that"
              + " was aborted: it is emptied, and a changelog, if it has one, restores it",
          errors.store());
      ledger.clear();
    }
    position = ledger.position();
    uncommitted = ledger.isUncommitted();
  }

  /** Whether what is written may belong to a transaction: never that of a global store. */
  static boolean isExactlyOnce(StateStoreContext context) {
    return context.taskId().subtopology() >= 0
        && StreamsConfig.EXACTLY_ONCE_V2.equals(
            context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
  }

  /** How far in the input the data is; changes with each write. */
  Position position() {
    return position;
  }

  /**
   * Writes what the present record leads to.
   *
   * @param bytes about how many; 0 if it leads to nothing
   */
  void write(Runnable write, long bytes) {
    synchronized (position) {
      errors.writing(write);
      changed = true;
      used = true;
      StoreQueryUtils.updatePosition(position, context);
      unmarked += bytes;
      if (isRare && unmarked > (uncommitted ? MARK_EVERY : resources.unmarkedMax())) {
        waitNoLonger();
      }
    }
  }

  /**
   * What was written stays, and the ledger says so until the next commit. Without transactional
   * stores, under exactly-once, Kafka Streams commits no store while it runs; and what no mark
   * covers is not compacted.
   */
  @GuardedBy("position")
  private void waitNoLonger() {
    WriteBatch batch = new WriteBatch();
    ledger.markUncommitted(batch);
    errors.writing(() -> ledger.keep(batch));
    uncommitted = true;
    unmarked = 0;
  }

  /**
   * Notes in the store that all that was written belongs to offsets, position and stream time: from
   * now on openings show it. Does nothing where no record came and the offsets are those of the
   * last commit; nor where they are of another store. Nothing is forced: a power cut may take the
   * commit with all that came after it, and writes before it only with it. Does nothing where the
   * task is corrupted, either: its writes may be of a transaction that is aborted.
   *
   * @param offsets null for partitions whose offset is to be forgotten; empty to forget all
   * @param streamTime null where the data has none
   */
  void commit(Map<TopicPartition, Long> offsets, @Nullable Long streamTime) {
    synchronized (position) {
      if (areOfACorruptedTask(offsets)
          || areOfAnotherStore(offsets)
          || (!changed && !uncommitted && isCommitted(offsets))) {
        return;
      }
      WriteBatch batch = new WriteBatch();
      ledger.commit(batch, offsets, position, streamTime);
      if (uncommitted) {
        ledger.cover(batch);
      }
      errors.writing(() -> ledger.keep(batch));
      uncommitted = false;
      changed = false;
      unmarked = 0;
    }
  }

  /**
   * Whether Kafka Streams is about to remove the task's directory: a store with a changelog gets no
   * offsets then, and one without never gets any.
   */
  private boolean areOfACorruptedTask(Map<TopicPartition, Long> offsets) {
    return offsets.isEmpty()
        && isExactlyOnce(context)
        && context instanceof InternalProcessorContext<?, ?> internal
        && internal.changelogFor(errors.store()) != null;
  }

  private boolean isCommitted(Map<TopicPartition, Long> offsets) {
    return errors.reading(() -> ledger.isCommitted(offsets));
  }

  /**
   * Whether offsets are not of this store. When Kafka Streams finds the file of before, it commits
   * the offsets in it first of all, and deletes it. It was written for a store of another kind,
   * which had this name before this one, or at some time since its last commit. With offsets ahead
   * of the data too little would be restored; and what is not covered by a commit is not by these.
   */
  @GuardedBy("position")
  private boolean areOfAnotherStore(Map<TopicPartition, Long> offsets) {
    boolean are =
        !used
            && offsets.values().stream().anyMatch(Objects::nonNull)
            && Files.exists(context.stateDir().toPath().resolve(OFFSETS_OF_BEFORE));
    if (are && !isCommitted(offsets)) {
      LOG.warn(
          "The state store {} takes no offsets from {}, where they are of another store: it is"
              + " restored from its own on, or as a whole if it has none",
          errors.store(),
          OFFSETS_OF_BEFORE);
    }
    return are;
  }

  /**
   * Writes what changelog records lead to. They were committed before they could be read: so they
   * are committed here, too, and a crash in the middle of a restore goes on where it was.
   *
   * @param offsets that of the last record
   * @param reached how far in the input that leads
   * @param streamTime null where the data has none
   */
  void restore(
      WriteBatch batch,
      Map<TopicPartition, Long> offsets,
      Position reached,
      @Nullable Long streamTime) {
    synchronized (position) {
      if (unmarked == 0) {
        ledger.commit(batch, offsets, position.copy().merge(reached), streamTime);
        errors.writing(() -> ledger.keep(batch));
      } else { // a mark would cover writes that no commit does
        errors.writing(() -> ledger.write(batch));
      }
      changed = true;
      used = true;
      position.merge(reached);
    }
  }
}
