package dev.malkoha.wal;

import module java.base;

import dev.malkoha.storage.Aftermath;
import dev.malkoha.storage.Directory;
import dev.malkoha.storage.MappedFile;
import dev.malkoha.wal.SegmentCatalog.Found;
import org.jspecify.annotations.Nullable;

/**
 * The writing half of opening a log, in the order that makes a crash at any point harmless: what
 * was replayed is made durable; a new segment is begun whose durable header says where the log
 * ended; segments that were given up are deleted, durably. Only then may anyone append.
 */
final class LogOpening {

  private static final int COPY_BYTES = 64 << 10;

  private final Directory directory;
  private final LogEnvironment environment;
  private final RecoveredLog recovered;
  private final Seal seal = new Seal();
  private final SlotPool pool;
  private final LiveSegments live;

  /** The slot of the new segment, if this opening has made it. */
  private @Nullable Slot made;

  /** Whether the new segment's header is durable. */
  private boolean isHandedOver;

  /** Segments of which nothing may ever be replayed. */
  private final Deque<Slot> abandoned = new ArrayDeque<>();

  /** Segments of which nothing is needed, and that are of no use. */
  private final List<Slot> outgrown = new ArrayList<>();

  private LogOpening(
      RecoveredLog recovered, Directory directory, LogOptions options, LogEnvironment environment) {
    this.directory = directory;
    this.environment = environment;
    this.recovered = recovered;
    this.pool = new SlotPool(directory, options, seal, recovered.catalog().nextSlot());
    this.live = new LiveSegments(pool);
  }

  static Log open(
      RecoveredLog recovered, Directory directory, LogOptions options, LogEnvironment environment)
      throws IOException {
    return new LogOpening(recovered, directory, options, environment).run();
  }

  private Log run() throws IOException {
    makeDurable();
    sortOut();
    try {
      return begin();
    } catch (IOException | RuntimeException | Error e) {
      try (pool;
          live) {
        discardFirstSlot(e);
        throw e;
      }
    }
  }

  /** A file that this opening made and nobody knows of: one for each attempt would fill a disk. */
  private void discardFirstSlot(Throwable reason) {
    Aftermath.of(
        reason,
        () -> {
          if (made != null && !isHandedOver) {
            made.unmap();
            directory.delete(made.name());
          }
        });
  }

  /**
   * Rewrites and forces replayed records that are not known to be durable. A force alone would not
   * do: after a failed force the system may take pages for clean that never reached the device.
   */
  private void makeDurable() throws IOException {
    List<Found> chain = recovered.chain();
    for (int i = 0; i < chain.size(); i++) {
      boolean last = i + 1 == chain.size();
      long end = last ? recovered.end() : chain.get(i + 1).header().base();
      if (end >= recovered.durable()) {
        makeDurable(chain.get(i), end);
      }
    }
  }

  private void makeDurable(Found segment, long end) throws IOException {
    SegmentHeader header = segment.header();
    try (MappedFile file = directory.map(segment.slot().name())) {
      long from = LogFormat.HEADER_BYTES;
      if (header.base() < recovered.durable()) { // then the header is durable, and some records
        from = header.offset(recovered.durable());
      } else {
        header.store(file);
      }
      rewrite(file, from, header.offset(end));
      file.force(0, header.offset(end));
    }
  }

  private static void rewrite(MappedFile file, long from, long to) throws IOException {
    byte[] copy = new byte[COPY_BYTES];
    for (long at = from; at < to; at += COPY_BYTES) {
      int length = (int) Math.min(COPY_BYTES, to - at);
      file.read(at, copy, 0, length);
      file.write(at, copy, 0, length);
    }
  }

  /**
   * Divides what was found: segments of the log live on, whole segments before them are free or
   * have another size than is wanted now, and all else is abandoned: records of a future that did
   * not come, which are set aside, and files never used.
   */
  private void sortOut() {
    List<Found> chain = recovered.chain();
    long first = chain.isEmpty() ? recovered.end() : chain.getFirst().header().base();
    for (Found segment : recovered.catalog().segments()) {
      if (chain.contains(segment)) {
        live.add(Segment.recovered(segment.slot(), segment.header()));
      } else if (segment.header().base() < first && !segment.isShort()) {
        release(segment.slot());
      } else if (!recovered.strays().contains(segment.slot())) {
        abandoned.addLast(segment.slot());
      }
    }
  }

  /** Releases a segment once the new one is durable: until then it may prove that a log is here. */
  private void release(Slot slot) {
    if (!pool.keep(slot)) {
      outgrown.add(slot);
    }
  }

  private Log begin() throws IOException {
    Slot slot = firstSlot();
    Log log = new Log(environment, directory, pool, live, seal, header(slot), slot);
    slot.map(directory).force(0, LogFormat.HEADER_BYTES);
    isHandedOver = true;
    log.begun();
    clearAway();
    return log;
  }

  private void clearAway() throws IOException {
    for (Slot stray : recovered.strays()) {
      directory.setAside(stray.name());
    }
    for (Slot gone : abandoned) {
      directory.delete(gone.name());
    }
    for (Slot gone : outgrown) {
      directory.delete(gone.name());
    }
    for (Slot unused : recovered.catalog().blank()) {
      if (!recovered.strays().contains(unused)) {
        directory.delete(unused.name());
      }
    }
    pool.deleteSurplus();
    directory.force();
  }

  /** An abandoned segment will do where none is free: the new one takes its place in one store. */
  private Slot firstSlot() throws IOException {
    Slot candidate = abandoned.peekFirst();
    if (candidate != null && pool.isReplacedBy(candidate)) {
      return abandoned.removeFirst();
    }
    Slot slot = pool.acquire(0);
    made = recovered.catalog().hasSlot(slot.number()) ? null : slot;
    return slot;
  }

  private SegmentHeader header(Slot slot) {
    long sequence = recovered.catalog().lastSequence() + 1;
    long generation = environment.generations().getAsLong();
    long end = recovered.end();
    if (recovered.chain().isEmpty()) {
      return SegmentHeader.first(
          slot.number(), slot.size(), sequence, generation, end, recovered.ordinal());
    }
    SegmentHeader last = recovered.chain().getLast().header();
    return last.successor(
        slot.number(), slot.size(), sequence, generation, end, recovered.ordinal(), end);
  }
}
