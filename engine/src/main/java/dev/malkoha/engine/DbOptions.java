package dev.malkoha.engine;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.events.DbListener;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an open store: immutable, checked when built, printed at open and stored with the
 * data.
 *
 * <p>Memory an open store may use, all on the heap: {@link #memoryBytesMax}, about 13 bits a key
 * for filters and some 40 bytes a block for indexes, 2 KB for a keyspace in which nothing is. Up to
 * 16 MiB are made ahead for memtables or not filled yet. Open cursors hold the memtables of their
 * moment.
 */
public final class DbOptions {

  private static final long MIB = 1 << 20;

  /** The active memtable of a keyspace, and those that wait to be flushed. */
  private static final int MEMTABLES_OF_A_KEYSPACE = 3;

  private final FilterPolicy filter;
  private final KeyPrefix prefixFilter;
  private final long memTableBytes;
  private final long blockCacheBytes;
  private final int blockBytes;
  private final long tableBytes;
  private final Compression compression;
  private final Durability durability;
  private final int backgroundThreads;
  private final boolean deleteApplier;
  private final int applierReadsPerSecond;
  private final long applierJobBytes;
  private final double garbageShare;
  private final long logBytesMax;
  private final int valueFileThreshold;
  private final Map<String, DbOptions> keyspaces;
  private final boolean latencies;
  private final List<DbListener> listeners;
  private final @Nullable SharedResources resources;

  private DbOptions(Builder builder) {
    filter = builder.filter;
    prefixFilter = builder.prefixFilter;
    memTableBytes = builder.memTableBytes;
    blockCacheBytes = builder.blockCacheBytes;
    blockBytes = builder.blockBytes;
    tableBytes = builder.tableBytes;
    compression = builder.compression;
    durability = builder.durability;
    backgroundThreads = builder.backgroundThreads;
    deleteApplier = builder.deleteApplier;
    applierReadsPerSecond = builder.applierReadsPerSecond;
    applierJobBytes = builder.applierJobBytes;
    garbageShare = builder.garbageShare;
    logBytesMax = builder.logBytesMax;
    valueFileThreshold = builder.valueFileThreshold;
    keyspaces = Collections.unmodifiableMap(new LinkedHashMap<>(builder.keyspaces));
    latencies = builder.latencies;
    listeners = List.copyOf(builder.listeners);
    resources = builder.resources;
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults. */
  public static DbOptions defaults() {
    return new Builder().build();
  }

  /** What filter each table carries. */
  public FilterPolicy filter() {
    return filter;
  }

  /** Which prefixes of keys each table's filter holds beside the keys. */
  public KeyPrefix prefixFilter() {
    return prefixFilter;
  }

  /** Bytes of newest data gathered in memory before they are written as a table. */
  public long memTableBytes() {
    return memTableBytes;
  }

  /** Bytes of decoded blocks kept in memory. */
  public long blockCacheBytes() {
    return blockCacheBytes;
  }

  /** Bytes of a data block before compression: the unit of reading. */
  public int blockBytes() {
    return blockBytes;
  }

  /** Bytes at which a compaction begins its next table; level 1 holds eight of them. */
  public long tableBytes() {
    return tableBytes;
  }

  /** How data blocks are compressed. */
  public Compression compression() {
    return compression;
  }

  /** What writes survive that do not say so themselves. */
  public Durability durability() {
    return durability;
  }

  /** Compactions that may run at the same time, beside the one flush. */
  public int backgroundThreads() {
    return backgroundThreads;
  }

  /** Whether deletes are applied to older tables in the background. */
  public boolean deleteApplier() {
    return deleteApplier;
  }

  /** Data blocks that the delete applier may read in a second. */
  public int applierReadsPerSecond() {
    return applierReadsPerSecond;
  }

  /** Bytes of data blocks that the delete applier may read before it commits. */
  public long applierJobBytes() {
    return applierJobBytes;
  }

  /** The share of dead entries from which on a table is written anew, alone. */
  public double garbageShare() {
    return garbageShare;
  }

  /**
   * Bytes of log that are kept for a keyspace that is seldom written: when it alone holds back
   * more, its memtable is flushed although it is not full.
   */
  public long logBytesMax() {
    return logBytesMax;
  }

  /** Bytes from which on a value is kept in a value file, apart from its key; 0 if none are. */
  public int valueFileThreshold() {
    return valueFileThreshold;
  }

  /**
   * The options of named keyspaces that are opened or created with the store, in the order in which
   * they were named; unmodifiable.
   */
  public Map<String, DbOptions> keyspaces() {
    return keyspaces;
  }

  /** Whether gets, writes and scans are counted and timed. */
  public boolean latencies() {
    return latencies;
  }

  /** Who is told what the store does in the background; unmodifiable. */
  public List<DbListener> listeners() {
    return listeners;
  }

  /** What the store shares with others; null if it has everything for itself. Not stored. */
  public @Nullable SharedResources resources() {
    return resources;
  }

  /**
   * Bytes of heap that block cache and memtables of a store with these options may take: {@code
   * blockCacheBytes + 3 × memTableBytes}, three times those of each keyspace that is named here, or
   * if it shares resources what those allow for all stores.
   */
  public long memoryBytesMax() {
    if (resources != null) {
      return resources.memoryBytesMax();
    }
    long memTables = memTableBytes;
    for (DbOptions keyspace : keyspaces.values()) {
      memTables += keyspace.memTableBytes;
    }
    return blockCacheBytes + MEMTABLES_OF_A_KEYSPACE * memTables;
  }

  /**
   * Reads options back from the line that {@link #toString} gives. Options that it lacks, as older
   * releases knew fewer, have their defaults.
   *
   * @throws IllegalArgumentException if a part of the line is no option of this release or its
   *     value is out of range; the message says which part, and what was expected
   */
  public static DbOptions parse(String line) {
    return OptionsLine.parse(line);
  }

  /**
   * The options as one line of {@code name=value} pairs, without those of {@link #keyspaces}, of
   * which each has a line of its own, and without {@link #latencies}, {@link #listeners} and {@link
   * #resources}, which are about this process and not stored.
   */
  @Override
  public String toString() {
    return OptionsLine.of(this);
  }

  /** Gathers options; every setter refuses a value out of range at once. */
  public static final class Builder {

    private FilterPolicy filter = FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001));
    private KeyPrefix prefixFilter = KeyPrefix.none();
    private long memTableBytes = 64 * MIB;
    private long blockCacheBytes = 64 * MIB;
    private int blockBytes = 4096;
    private long tableBytes = 32 * MIB;
    private Compression compression = Compression.LZ4;
    private Durability durability = Durability.PROCESS;
    private int backgroundThreads = 1;
    private boolean deleteApplier = true;
    private int applierReadsPerSecond = 50_000;
    private long applierJobBytes = 64 * MIB;
    private double garbageShare = 0.3;
    private long logBytesMax = 256 * MIB;
    private int valueFileThreshold;
    private final Map<String, DbOptions> keyspaces = new LinkedHashMap<>();
    private boolean latencies;
    private final List<DbListener> listeners = new ArrayList<>();
    private @Nullable SharedResources resources;

    private Builder() {}

    /**
     * Sets the filter of new tables; default {@code perLevel(windowedCuckoo(0.001))}: under 12.1
     * bits a key and 0.2 % false positives for a look-up in the whole store.
     *
     * @throws IllegalArgumentException if {@link FilterPolicy#parse} does not read the policy back
     *     from its spec, by which it is stored
     */
    public Builder filter(FilterPolicy policy) {
      this.filter = storable(Objects.requireNonNull(policy, "filter"));
      return this;
    }

    /**
     * Sets which prefixes of keys the filters of new tables hold beside the keys; default {@link
     * KeyPrefix#none}. A scan of a range that lies within one prefix, and reaches no farther than
     * that, then leaves out the tables whose filter says that nothing alive has it: nothing is read
     * of them. Each distinct prefix of a table takes as much of its filter as a key does.
     *
     * <p>May be changed from opening to opening: tables that were written by another rule are read
     * as if they had none, until compactions have written them anew.
     */
    public Builder prefixFilter(KeyPrefix prefix) {
      this.prefixFilter = Objects.requireNonNull(prefix, "prefixFilter");
      return this;
    }

    /** Sets the memtable's size, 4 KiB to 1 GiB; default 64 MiB. Larger: fewer, larger flushes. */
    public Builder memTableBytes(long bytes) {
      this.memTableBytes = Limits.inRange("memTableBytes", bytes, 4096, 1024 * MIB);
      return this;
    }

    /** Sets the block cache's size, 0 to 1 TiB; default 64 MiB. Best: what is read often fits. */
    public Builder blockCacheBytes(long bytes) {
      this.blockCacheBytes = Limits.inRange("blockCacheBytes", bytes, 0, 1L << 40);
      return this;
    }

    /**
     * Sets the block size, 256 bytes to 64 KiB; default 4 KiB. Larger: better scans, dearer gets.
     */
    public Builder blockBytes(int bytes) {
      this.blockBytes = (int) Limits.inRange("blockBytes", bytes, 256, 64 << 10);
      return this;
    }

    /** Sets the size of tables, 4 KiB to 1 GiB; default 32 MiB. Smaller: finer compactions. */
    public Builder tableBytes(long bytes) {
      this.tableBytes = Limits.inRange("tableBytes", bytes, 4096, 1024 * MIB);
      return this;
    }

    /** Sets the compression of new blocks; default {@link Compression#LZ4}. */
    public Builder compression(Compression method) {
      this.compression = Objects.requireNonNull(method, "compression");
      return this;
    }

    /** Sets what plain writes survive; default {@link Durability#PROCESS}. */
    public Builder durability(Durability level) {
      this.durability = Objects.requireNonNull(level, "durability");
      return this;
    }

    /** Sets the number of compaction threads, 1 to 64; default 1. */
    public Builder backgroundThreads(int threads) {
      this.backgroundThreads = (int) Limits.inRange("backgroundThreads", threads, 1, 64);
      return this;
    }

    /**
     * Sets whether deletes are applied to older tables in the background; default true. Without it
     * a delete is a plain tombstone until compactions have carried it to the bottom.
     */
    public Builder deleteApplier(boolean on) {
      this.deleteApplier = on;
      return this;
    }

    /**
     * Sets how many data blocks a second the delete applier may read while nobody waits for it, 1
     * to 10 million; default 50,000. Less: a busy disk feels it less, deleted space comes back
     * later. Whatever is set here, it then works for half of the time at most, and for a tenth
     * while others write.
     */
    public Builder applierReadsPerSecond(int blocks) {
      this.applierReadsPerSecond =
          (int) Limits.inRange("applierReadsPerSecond", blocks, 1, 10_000_000);
      return this;
    }

    /**
     * Sets the bytes of data blocks that the delete applier may read before it commits what it
     * found, 4 KiB to 1 GiB; default 64 MiB. Larger: fewer, larger sidecars.
     */
    public Builder applierJobBytes(long bytes) {
      this.applierJobBytes = Limits.inRange("applierJobBytes", bytes, 4096, 1024 * MIB);
      return this;
    }

    /**
     * Sets the share of dead entries from which on a table is written anew, alone, above 0 and at
     * most 1; default 0.3. It goes when no more deletes are on their way, at once if twice that is
     * dead. When no more of it has died for a while, or somebody waits for the store to be idle, a
     * twelfth is enough.
     */
    public Builder garbageShare(double share) {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "garbageShare is " + share + "; it must be above 0 and at most 1");
      }
      this.garbageShare = share;
      return this;
    }

    /**
     * Sets how many bytes of log are kept for a keyspace that is seldom written, 1 MiB to 1 TiB;
     * default 256 MiB. When it alone holds back more, its memtable is flushed although it is not
     * full. Larger: fewer small tables, a longer log to replay at open.
     */
    public Builder logBytesMax(long bytes) {
      this.logBytesMax = Limits.inRange("logBytesMax", bytes, MIB, 1L << 40);
      return this;
    }

    /**
     * Sets from how many bytes on values are kept in value files, apart from their keys: 32 to 256
     * MiB, or 0 for none, the default. Tables hold keys and pointers then; compactions leave such
     * values where they are until most of a file is dead, so a large value is written to the disk
     * twice in its life, once to the log, and tables stay small. It costs one more place to read
     * from, and up to half of the value files may be dead. What is stored when this is changed
     * moves as it is compacted.
     */
    public Builder valueFileThreshold(int bytes) {
      this.valueFileThreshold =
          bytes == 0 ? 0 : (int) Limits.inRange("valueFileThreshold", bytes, 32, 256 * MIB);
      return this;
    }

    /**
     * Names a keyspace that is opened or created with the store, and sets its options; a name that
     * was given before takes these instead.
     *
     * @param name 1 to 255 bytes of UTF-8
     * @throws IllegalArgumentException if the name is none, or that of the default keyspace, whose
     *     options are the store's; or the options name keyspaces themselves
     */
    public Builder keyspace(String name, DbOptions options) {
      if (Limits.checkKeyspaceName(name).equals(Limits.DEFAULT_KEYSPACE)) {
        throw new IllegalArgumentException(
            "the default keyspace's options are the store's own: set them there");
      }
      if (!Objects.requireNonNull(options, "options").keyspaces.isEmpty()) {
        throw new IllegalArgumentException(
            "the options of keyspace \""
                + name
                + "\" name keyspaces themselves: name them all in the store's options");
      }
      if (options.resources != null) {
        throw new IllegalArgumentException(
            "the options of keyspace \""
                + name
                + "\" name shared resources: name them in the store's options, for all keyspaces");
      }
      keyspaces.put(name, options);
      return this;
    }

    /**
     * Sets whether gets, writes and scans are counted and timed, for {@link DbStats#metrics};
     * default false. All are counted, and one in 64 is timed. It costs about 10 ns an operation,
     * and 100 KB; of a keyspace's options it is not used.
     */
    public Builder latencies(boolean on) {
      this.latencies = on;
      return this;
    }

    /**
     * Adds somebody who is told what the store does in the background. Of a keyspace's options it
     * is not used: the store's listeners are told of all keyspaces.
     */
    public Builder listener(DbListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Sets what the store shares with others. {@code blockCacheBytes} and {@code backgroundThreads}
     * of these options do not count then; {@code memTableBytes} bounds each memtable as ever. Not
     * stored with the data: to be set at each opening.
     */
    public Builder resources(SharedResources shared) {
      this.resources = Objects.requireNonNull(shared, "resources");
      return this;
    }

    /** Builds the options. */
    public DbOptions build() {
      return new DbOptions(this);
    }

    private static FilterPolicy storable(FilterPolicy policy) {
      String spec = policy.spec();
      if (!FilterPolicy.parse(spec).equals(policy)) {
        throw new IllegalArgumentException(
            "the filter policy "
                + spec
                + " is none of FilterPolicy's own: it could not be read back from the store");
      }
      return policy;
    }
  }
}
