package dev.malkoha.engine.read;

import module java.base;

import dev.malkoha.engine.GetExplanation;
import dev.malkoha.engine.entry.EntryKind;
import dev.malkoha.engine.entry.Operand;
import dev.malkoha.engine.entry.Versions;
import dev.malkoha.engine.entry.Versions.Content;
import dev.malkoha.engine.memtable.MemTable;
import dev.malkoha.engine.observe.Counts;
import dev.malkoha.engine.version.SortedRun;
import dev.malkoha.engine.version.Table;
import dev.malkoha.engine.version.ValueFiles;
import dev.malkoha.engine.version.Version;
import dev.malkoha.filter.KeyHasher;
import dev.malkoha.sstable.EntryOrder;
import dev.malkoha.sstable.Lookup;
import dev.malkoha.sstable.value.ValuePointer;
import org.jspecify.annotations.Nullable;

/**
 * One point read after another: newest source first, and the first visible entry decides.
 *
 * <p>Memtables answer by their hash index, tables by key range, filter, and only then a block. One
 * hash serves all. Where range deletes exist, a value found is given only if none that is visible
 * and newer covers its key; what lies deeper is older still, so the search ends all the same.
 *
 * <p>Readers are used again, with the arrays that blocks are unpacked to, so that a read allocates
 * nothing but the value that it hands out.
 */
public final class PointReader {

  private static final byte[] NO_KEY = {};
  private static final ReadView NOTHING =
      new ReadView(new MemTable(new KeyHasher(0)), List.of(), Version.empty());

  /**
   * Readers at rest, one for every few threads. The threads do not keep them, as they may live
   * longer than the loader of this class.
   */
  private static final AtomicReferenceArray<@Nullable PointReader> SPARES =
      new AtomicReferenceArray<>(ReadSections.LONGS);

  private final Lookup found = new Lookup();
  private final ValuePointer pointer = new ValuePointer();
  private ReadView view = NOTHING;
  private byte[] key = NO_KEY;
  private long hash;
  private long sequence;
  private @Nullable LongSupplier time;
  private long maxTag;
  private long prefix;

  /** Where each step is noted; null, so that nothing is, but for an explanation. */
  private @Nullable GetTrace trace;

  private int probes;
  private int negatives;
  private int falsePositives;

  private PointReader() {}

  /**
   * The value of a key as of a sequence number; null if there is none; {@link Operands#UNMERGED} if
   * there are operands.
   *
   * @param time asked where an entry is met that expires
   */
  public static byte @Nullable [] get(
      ReadView view, byte[] key, long hash, long sequence, LongSupplier time, Counts counts)
      throws IOException {
    PointReader reader = take().begin(view, key, hash, sequence, time);
    try {
      return reader.find(counts) ? reader.value() : null;
    } finally {
      reader.end();
    }
  }

  /**
   * Hands the value of a key as of a sequence number over.
   *
   * @return the value's length; -1 if there is none; {@link Operands#UNMERGED_LENGTH} if there are
   *     operands, and nothing was handed over
   */
  public static <T> int get(
      ReadView view,
      byte[] key,
      long hash,
      long sequence,
      LongSupplier time,
      Counts counts,
      T into,
      ValueSink<T> sink)
      throws IOException {
    PointReader reader = take().begin(view, key, hash, sequence, time);
    try {
      return reader.find(counts) ? reader.give(into, sink) : -1;
    } finally {
      reader.end();
    }
  }

  /** The operands of a key as of a sequence number, and the value under them. Not counted. */
  public static Operands operands(
      ReadView view, byte[] key, long hash, long sequence, LongSupplier time) throws IOException {
    PointReader reader = take().begin(view, key, hash, sequence, time);
    try {
      return reader.operands();
    } finally {
      reader.end();
    }
  }

  /** How a read of a key as of a sequence number finds its answer; counted like that read. */
  public static GetExplanation explain(
      ReadView view, byte[] key, long hash, long sequence, LongSupplier time, Counts counts)
      throws IOException {
    PointReader reader = new PointReader().begin(view, key, hash, sequence, time);
    GetTrace trace = new GetTrace();
    reader.trace = trace;
    boolean isFound = reader.find(counts);
    boolean isExpired = isFound && reader.isExpired();
    long rangeDelete = isFound && !isExpired ? reader.rangeDelete() : 0;
    return trace.explanation(
        isExpired, rangeDelete, reader.probes, reader.negatives, reader.falsePositives);
  }

  private PointReader begin(
      ReadView now, byte[] sought, long itsHash, long atSequence, LongSupplier atTime) {
    view = now;
    key = sought;
    hash = itsHash;
    sequence = atSequence;
    time = atTime;
    maxTag = EntryKind.readTag(atSequence);
    prefix = EntryOrder.prefix(sought, 0, sought.length);
    probes = 0;
    negatives = 0;
    falsePositives = 0;
    return this;
  }

  /** Lets go of all that was read, and of the reader. */
  private void end() {
    view = NOTHING;
    key = NO_KEY;
    time = null; // it may be of a store that is closed
    found.clear();
    SPARES.setRelease(place(), this);
  }

  private <T> int give(T into, ValueSink<T> sink) throws IOException {
    return switch (seen()) {
      case NOTHING -> -1;
      case VALUE -> {
        passExpiry();
        sink.accept(found.buffer, found.valueOffset, found.valueLength, into);
        yield found.valueLength;
      }
      case POINTER -> giveApart(into, sink);
      case OPERAND -> Operands.UNMERGED_LENGTH;
    };
  }

  @SuppressWarnings("ReferenceEquality") // that very sink
  private <T> int giveApart(T into, ValueSink<T> sink) throws IOException {
    point();
    if (sink != ValueSink.NONE) {
      sink.accept(view.version().valueFiles().read(pointer), 0, pointer.rawLength(), into);
    }
    return pointer.rawLength();
  }

  private byte @Nullable [] value() throws IOException {
    return switch (seen()) {
      case NOTHING -> null;
      case VALUE -> {
        passExpiry();
        yield found.takeValue();
      }
      case POINTER -> {
        point();
        yield view.version().valueFiles().read(pointer);
      }
      case OPERAND -> Operands.UNMERGED;
    };
  }

  /** The operands from the newest visible entry on, and the value under them. */
  private Operands operands() throws IOException {
    List<byte[]> newestFirst = new ArrayList<>();
    byte[] value = null;
    while (findInMemTables() || findInTables()) {
      value = value();
      if (!Operands.isUnmerged(value)) {
        break;
      }
      newestFirst.add(Operand.bytes(found.buffer, found.valueOffset, found.valueLength));
      long first = Operand.first(found.tag, found.buffer, found.valueOffset, found.valueLength);
      maxTag = EntryKind.firstTag(first) - 1;
      value = null;
    }
    return new Operands(value, newestFirst.reversed());
  }

  /** The value begins after the time at which it expires, if it has one. */
  private void passExpiry() {
    int bytes = Versions.expiryBytes(found.tag);
    found.valueOffset += bytes;
    found.valueLength -= bytes;
  }

  /** Points to the value of what was found. */
  private void point() {
    passExpiry();
    ValueFiles.point(pointer, found.buffer, found.valueOffset, found.valueLength);
  }

  private Content seen() {
    return isExpired()
        ? Content.NOTHING
        : Versions.seen(found.tag, sequence, view, prefix, key, 0, key.length);
  }

  private boolean isExpired() {
    return time != null && Versions.isExpired(found.tag, found.buffer, found.valueOffset, time);
  }

  /** The newest visible range delete that hides the value that was found; 0 if none does. */
  private long rangeDelete() {
    boolean hides = seen() != Versions.content(found.tag);
    return hides ? view.covering(prefix, key, 0, key.length, sequence) : 0;
  }

  private boolean find(Counts counts) throws IOException {
    boolean present = findInMemTables() || findInTables();
    counts.addFilters(probes, negatives, falsePositives);
    return present;
  }

  private boolean findInMemTables() {
    List<MemTable> tables = view.memTables();
    boolean present = false;
    for (int i = 0; i < tables.size() && !present; i++) {
      present = tables.get(i).get(key, 0, key.length, hash, maxTag, found);
      if (trace != null) {
        trace.memTable(i, tables.size() - 1, present, found);
      }
    }
    return present;
  }

  private boolean findInTables() throws IOException {
    Version version = view.version();
    for (int i = 0; i < version.runCount(); i++) {
      if (findIn(version.run(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean findIn(SortedRun run) throws IOException {
    Table table = run.tableFor(prefix, key);
    if (table == null) {
      if (trace != null) {
        trace.outOfRange(run, prefix, key);
      }
      return false;
    }
    probes++;
    if (!table.reader().mayContain(hash)) {
      negatives++;
      if (trace != null) {
        trace.filtered(run, table);
      }
      return false;
    }
    if (get(run, table)) {
      return true;
    }
    falsePositives++;
    return false;
  }

  private boolean get(SortedRun run, Table table) throws IOException {
    return trace == null
        ? table.reader().get(key, 0, key.length, maxTag, found)
        : trace.lookInto(run, table, key, maxTag, found);
  }

  /** A reader that nobody else uses. */
  private static PointReader take() {
    PointReader spare = SPARES.getAndSet(place(), null);
    return spare == null ? new PointReader() : spare;
  }

  private static int place() {
    return ReadSections.stripe() * ReadSections.STRIPE_LONGS;
  }
}
