package dev.malkoha.engine.background;

import dev.malkoha.engine.observe.Observer;
import dev.malkoha.engine.tree.Failures;
import dev.malkoha.engine.tree.Shared;
import dev.malkoha.engine.tree.Tree;
import dev.malkoha.engine.tree.Trees;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.ValueFiles.OpenValueFile;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.ReadableFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of tables and values again, slowly, and tells of those that no longer have the
 * bytes that were written: each once in seven days while the store is open.
 *
 * <p>Each second a worker reads as much as is allowed for it. What has been read is known to this
 * process alone. Tables without a noted checksum are passed over.
 */
public final class Scrub {

  static final long AGAIN_NANOS = Duration.ofDays(7).toNanos();

  private static final int CHUNK_BYTES = 1 << 16;

  /** Seconds until it is looked again, where it was no file's turn. */
  private static final int PAUSE = 60;

  /** A file, and what it was when it was written. */
  private record Item(Directory directory, String keyspace, String file, long bytes, int crc) {}

  private final Trees trees;
  private final Observer observer;
  private final Workers workers;
  private final Progress progress;
  private final long bytesPerSecond;
  private final AtomicBoolean isAtWork = new AtomicBoolean();

  // Used by one worker at a time.

  private final Turns turns;
  private final CRC32C crc = new CRC32C();
  private @Nullable Item item;
  private long position;
  private int pause;

  /** When each file was read to its end, by its name. One thread. */
  static final class Turns {

    private final Map<String, Long> readAt = new HashMap<>();
    private final LongSupplier nanos;

    Turns(LongSupplier nanos) {
      this.nanos = nanos;
    }

    void keep(Set<String> files) {
      readAt.keySet().retainAll(files);
    }

    boolean isDue(String file) {
      Long last = readAt.get(file);
      return last == null || nanos.getAsLong() - last >= AGAIN_NANOS;
    }

    void read(String file) {
      readAt.put(file, nanos.getAsLong());
    }
  }

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
    this.turns = new Turns(shared.outside().clock()::nanos);
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
      if (pause > 0) {
        pause--;
        return;
      }
      long left = bytesPerSecond;
      while (left > 0 && progress.mayWork()) {
        Item current = item == null ? next() : item;
        if (current == null) {
          pause = PAUSE;
          return;
        }
        left -= read(current, (int) Math.min(left, CHUNK_BYTES));
      }
    } finally {
      isAtWork.set(false);
    }
  }

  /** Begins with the first file whose turn it is; null if there is none. */
  private @Nullable Item next() {
    List<Item> items = new ArrayList<>();
    for (Tree tree : trees.all()) {
      addTo(items, tree);
    }
    turns.keep(items.stream().map(Item::file).collect(Collectors.toSet()));
    crc.reset();
    position = 0;
    item = items.stream().filter(file -> turns.isDue(file.file)).findFirst().orElse(null);
    return item;
  }

  private static void addTo(List<Item> items, Tree tree) {
    Directory directory = tree.files().directory();
    String keyspace = tree.id().name();
    for (Table table : tree.view().version().tables()) {
      EditEntry.Checksum sum = tree.versions().checksum(tree, table);
      String name = FileNames.table(table.meta().number());
      if (sum != null) {
        items.add(new Item(directory, keyspace, name, table.meta().fileBytes(), sum.crc()));
      }
    }
    for (OpenValueFile file : tree.view().version().valueFiles().all()) {
      ValueFileMeta meta = file.meta();
      String name = FileNames.values(meta.number());
      items.add(new Item(directory, keyspace, name, meta.fileBytes(), meta.crc()));
    }
  }

  /** Reads on in a file, which may have gone meanwhile; returns how many bytes that took. */
  private int read(Item current, int most) {
    int length = (int) Math.min(most, current.bytes - position);
    try (ReadableFile file =
        current.directory.open(FileNames.found(current.directory, current.file))) {
      byte[] chunk = new byte[length];
      file.read(position, chunk, 0, length);
      crc.update(chunk, 0, length);
      position += length;
      if (position == current.bytes) {
        end(current);
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
      end(current); // a compaction has replaced it, or its next reader says that it is missing
    } catch (IOException e) {
      end(current);
      tell(current, Failures.words(e));
    }
    return length;
  }

  private void end(Item current) {
    item = null;
    turns.read(current.file);
  }

  private void tell(Item current, String problem) {
    observer.damaged(current.keyspace, current.file, problem);
  }
}
