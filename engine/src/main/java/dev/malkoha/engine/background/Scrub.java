package dev.malkoha.engine.background;

import module java.base;

import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.resource.Clock;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles.OpenValueFile;
import dev.malkoha.engine.version.Version;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of tables and values again, slowly, and tells of those that no longer have the
 * bytes that were written: each once in seven days while the store is open. A round that has begun
 * goes through the files that were there then.
 *
 * <p>Each second a worker reads as much as is allowed for it. What has been read is known to this
 * process alone. Tables without a noted checksum are passed over.
 */
public final class Scrub {

  private static final long AGAIN_NANOS = Duration.ofDays(7).toNanos();

  private static final int CHUNK_BYTES = 1 << 16;

  /** A file, and what it was when it was written. */
  private record Item(Tree tree, String file, long bytes, int crc) {}

  private final Trees trees;
  private final Observer observer;
  private final Workers workers;
  private final Progress progress;
  private final Clock clock;
  private final long bytesPerSecond;
  private final AtomicBoolean isAtWork = new AtomicBoolean();

  // Used by one worker at a time.

  private final CRC32C crc = new CRC32C();
  private long nextRound;
  private Iterator<Item> round = Collections.emptyIterator();
  private @Nullable Item item;
  private long position;

  /**
   * A scrub that has not begun.
   *
   * @param bytesPerSecond 0 for none at all
   */
  public Scrub(Shared shared, Workers workers, Progress progress, long bytesPerSecond) {
    this.trees = shared.trees();
    this.observer = shared.observer();
    this.workers = workers;
    this.progress = progress;
    this.bytesPerSecond = bytesPerSecond;
    this.clock = shared.outside().clock();
    this.nextRound = clock.nanos();
  }

  /** Has the clock tell of each second from now on. */
  public void begin() {
    if (bytesPerSecond > 0) {
      workers.everySeconds(1, this::handOn);
    }
  }

  /** On a thread that must not be kept. */
  private void handOn() {
    if (isAtWork.compareAndSet(false, true)) {
      workers.on(Workers.JobKind.DELETES).execute(progress.guarding(this::workForASecond));
    }
  }

  private void workForASecond() {
    try {
      long left = bytesPerSecond;
      while (left > 0 && progress.mayWork()) {
        Item current = item == null ? next() : item;
        if (current == null) {
          return;
        }
        left -= read(current, (int) Math.min(left, CHUNK_BYTES));
      }
    } finally {
      isAtWork.set(false);
    }
  }

  /** Begins with the next file of the round, or with a round if it is time; null if it is not. */
  private @Nullable Item next() {
    if (!round.hasNext() && clock.nanos() - nextRound >= 0) {
      nextRound = clock.nanos() + AGAIN_NANOS;
      List<Item> items = new ArrayList<>();
      trees.all().forEach(tree -> addTo(items, tree));
      round = items.iterator();
    }
    crc.reset();
    position = 0;
    item = round.hasNext() ? round.next() : null;
    return item;
  }

  private static void addTo(List<Item> items, Tree tree) {
    Version version = tree.view().version();
    for (Table table : version.tables()) {
      Integer sum = table.meta().crc();
      if (sum != null) {
        String name = FileNames.table(table.number());
        items.add(new Item(tree, name, table.meta().fileBytes(), sum));
      }
    }
    for (OpenValueFile file : version.valueFiles().all()) {
      ValueFileMeta meta = file.meta();
      items.add(new Item(tree, FileNames.values(meta.number()), meta.fileBytes(), meta.crc()));
    }
  }

  /** Reads on in a file, which may have gone meanwhile; returns how many bytes that took. */
  private int read(Item current, int most) {
    int length = (int) Math.min(most, current.bytes - position);
    Directory directory = current.tree.files().directory();
    try (ReadableFile file = directory.open(FileNames.found(directory, current.file))) {
      byte[] chunk = new byte[length];
      file.read(position, chunk, 0, length);
      crc.update(chunk, 0, length);
      position += length;
      if (position == current.bytes) {
        item = null;
        boolean isAsWritten = file.size() == current.bytes && (int) crc.getValue() == current.crc;
        if (!isAsWritten) {
          tell(
              current,
              current.file
                  + " is damaged: it has not the bytes that were written; restore the store from a"
                  + " checkpoint or salvage it");
        }
      }
    } catch (NoSuchFileException e) {
      item = null; // a compaction has replaced it, or its next reader says that it is missing
    } catch (IOException e) {
      item = null;
      tell(current, Failures.words(e));
    }
    return length;
  }

  private void tell(Item current, String problem) {
    observer.damaged(current.tree.id().name(), current.file, problem);
  }
}
