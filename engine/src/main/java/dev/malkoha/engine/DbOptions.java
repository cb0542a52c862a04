package dev.malkoha.engine;

import module java.base;

import dev.malkoha.engine.base.Limits;
import dev.malkoha.engine.events.DbListener;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an open store, with those of its default keyspace inside: immutable, checked when
 * built, printed at open. Those that were set are stored with the data, and need not be given
 * again.
 *
 * <p>Memory an open store may use, all on the heap: {@link #memoryBytesMax}, about 11.6 bits a key
 * for filters and some 40 bytes a block for indexes, 2 KB for a keyspace in which nothing is. Up to
 * 16 MiB are made ahead for memtables or not filled yet. Open cursors hold the memtables of their
 * moment.
 */
public final class DbOptions {

  /** What was set: a copy that nobody changes. */
  private final Builder set;

  /** The options that are in the line, with those of the default keyspace. */
  private final KeyspaceOptions defaultKeyspace;

  private DbOptions(Builder builder) {
    set = new Builder(builder);
    defaultKeyspace = new KeyspaceOptions(set.given);
  }

  /** A builder in which nothing is set: what stays so is as it is stored, or else by default. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these options, in which the same ones are set. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** The defaults, of which none was set. */
  public static DbOptions defaults() {
    return new Builder().build();
  }

  /** The options of the default keyspace. */
  public KeyspaceOptions defaultKeyspace() {
    return defaultKeyspace;
  }

  /** Bytes of decoded blocks kept in memory. */
  public long blockCacheBytes() {
    return Option.BLOCK_CACHE_BYTES.in(set.given);
  }

  /** Compactions that may run at the same time, beside the one flush. */
  public int backgroundThreads() {
    return Option.BACKGROUND_THREADS.in(set.given);
  }

  /**
   * Bytes of log that are kept for a keyspace that is seldom written: when it alone holds back
   * more, its memtable is flushed although it is not full.
   */
  public long logBytesMax() {
    return Option.LOG_BYTES_MAX.in(set.given);
  }

  /**
   * The options of named keyspaces that are opened or created with the store, in the order in which
   * they were named; unmodifiable.
   */
  public Map<String, KeyspaceOptions> keyspaces() {
    return Collections.unmodifiableMap(set.keyspaces);
  }

  /** Whether operations are timed. */
  public boolean recordLatencies() {
    return set.recordLatencies;
  }

  /** Bytes a second that background work reads of files to find damage; 0 if it does not. */
  public long scrubBytesPerSecond() {
    return set.scrubBytesPerSecond;
  }

  /** Who is told what the store does in the background; unmodifiable. */
  public List<DbListener> listeners() {
    return List.copyOf(set.listeners);
  }

  /** Whether an opening goes back to the last mark. Not stored. */
  public boolean openAtLastMark() {
    return set.openAtLastMark;
  }

  /** What the store shares with others; null if it has everything for itself. Not stored. */
  public @Nullable SharedResources resources() {
    return set.resources;
  }

  /**
   * Bytes of heap that block cache and memtables of a store with these options may take: {@code
   * blockCacheBytes + 3 × memTableBytes}, those of the default keyspace, however many keyspaces
   * there are, and 128 KiB for memtables at least; or if it shares resources what those allow for
   * all stores. Memtables may exceed their part by a batch.
   */
  public long memoryBytesMax() {
    SharedResources shared = set.resources;
    return shared != null
        ? shared.memoryBytesMax()
        : blockCacheBytes() + Limits.memTables(defaultKeyspace.memTableBytes());
  }

  /**
   * Reads options back from the line that {@link #toString} gives, or {@link #given}. Those that it
   * names were set; those that it lacks, as older releases knew fewer, have their defaults.
   *
   * @throws IllegalArgumentException if a part of the line is no option of this release or its
   *     value is out of range; the message says which part, and what was expected
   */
  public static DbOptions parse(String line) {
    Builder builder = builder();
    builder.given.putAll(Option.parse(line));
    return builder.build();
  }

  /**
   * These options; for those that were not set here, others', as far as they were set there and are
   * in the line that {@link #toString} gives.
   */
  public DbOptions over(DbOptions others) {
    Builder builder = toBuilder();
    others.set.given.entrySet().stream()
        .filter(
            other ->
                set.given.keySet().stream().noneMatch(option -> option.replaces(other.getKey())))
        .forEach(other -> builder.given.putIfAbsent(other.getKey(), other.getValue()));
    return builder.build();
  }

  /** Those options that were set, as a line: what is stored. */
  public String given() {
    return Option.of(set.given);
  }

  /**
   * All options as one line of {@code name=value} pairs, those of the default keyspace among them;
   * without those of {@link #keyspaces}, of which each has a line of its own, and without {@link
   * #recordLatencies}, {@link #scrubBytesPerSecond}, {@link #listeners}, {@link #openAtLastMark}
   * and {@link #resources}, which are about this process and not stored.
   */
  @Override
  public String toString() {
    return Option.ofAll(set.given, true);
  }

  /**
   * Gathers options; every setter refuses a value out of range at once. Those of {@link
   * KeyspaceOptions.Settings} set the default keyspace's.
   */
  public static final class Builder extends KeyspaceOptions.Settings<Builder> {

    private final Map<String, KeyspaceOptions> keyspaces = new LinkedHashMap<>();
    private boolean recordLatencies;
    private long scrubBytesPerSecond;
    private final List<DbListener> listeners = new ArrayList<>();
    private boolean openAtLastMark;
    private @Nullable SharedResources resources;

    /** The last option set here that is of no use beside shared resources. */
    private @Nullable Option notShared;

    private Builder() {}

    private Builder(Builder options) {
      keyspaces.putAll(options.keyspaces);
      recordLatencies = options.recordLatencies;
      scrubBytesPerSecond = options.scrubBytesPerSecond;
      listeners.addAll(options.listeners);
      openAtLastMark = options.openAtLastMark;
      resources = options.resources;
      given.putAll(options.given);
    }

    /**
     * Takes the options of the default keyspace from these, with what was set there; short names
     * that follow change single ones.
     */
    public Builder defaultKeyspace(KeyspaceOptions options) {
      given.keySet().removeIf(option -> !option.isOfStore);
      given.putAll(options.given);
      return this;
    }

    /**
     * Sets the block cache's size, 0 to 1 TiB; default 64 MiB, or an eighth of a heap below 512
     * MiB. Best: what is read often fits.
     */
    public Builder blockCacheBytes(long bytes) {
      notShared = Option.BLOCK_CACHE_BYTES;
      return set(Option.BLOCK_CACHE_BYTES, bytes);
    }

    /** Sets the number of compaction threads, 1 to 64; default 1. */
    public Builder backgroundThreads(int threads) {
      notShared = Option.BACKGROUND_THREADS;
      return set(Option.BACKGROUND_THREADS, threads);
    }

    /**
     * Sets how many bytes of log are kept for a keyspace that is seldom written, 1 MiB to 1 TiB;
     * default 256 MiB. When it alone holds back more, its memtable is flushed although it is not
     * full. Larger: fewer small tables, a longer log to replay at open.
     */
    public Builder logBytesMax(long bytes) {
      return set(Option.LOG_BYTES_MAX, bytes);
    }

    /**
     * Names a keyspace that is opened or created with the store, and its options, as {@link
     * Db#keyspace(String, KeyspaceOptions)} does; a name that was given before takes these instead.
     *
     * @param name 1 to 255 bytes of UTF-8
     * @throws IllegalArgumentException if the name is none, or that of the default keyspace
     */
    public Builder keyspace(String name, KeyspaceOptions options) {
      if (Limits.checkKeyspaceName(name).equals(Limits.DEFAULT_KEYSPACE)) {
        throw new IllegalArgumentException(
            "the default keyspace's options are the store's own: set them by defaultKeyspace");
      }
      keyspaces.put(name, Objects.requireNonNull(options, "options"));
      return this;
    }

    /**
     * Sets whether operations are timed, for {@link DbStats#metrics}; default false. All are
     * counted in any case, and one in 64 is timed. It costs about 5 ns an operation, and 100 KB.
     */
    public Builder recordLatencies(boolean on) {
      this.recordLatencies = on;
      return this;
    }

    /**
     * Sets how many bytes a second background work reads of the store's files to find those that
     * are damaged; default 0, for none. Tables and value files are read one after the other, each
     * once in seven days while the store is open. Damage is told as an event, by {@link
     * Db#problems}, a metric and a log line.
     *
     * @param bytesPerSecond 0, or 4 KiB to 1 TiB: 10 MiB reads 6 TB a week
     */
    public Builder scrubBytesPerSecond(long bytesPerSecond) {
      this.scrubBytesPerSecond =
          bytesPerSecond == 0
              ? 0
              : Limits.inRange("scrubBytesPerSecond", bytesPerSecond, 4 << 10, 1L << 40);
      return this;
    }

    /** Adds a listener, which is told what the store does in the background, in all keyspaces. */
    public Builder listener(DbListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Sets whether the opening goes back to the last {@link Db#mark}, and the store may be opened
     * there again; default false. What was written after the mark is gone then, whole, as if it had
     * never been written: <b>acknowledged writes, too</b>. A store without a mark shows all it has,
     * and takes that as its first one. Not stored with the data: to be set at each opening. An
     * opening for writing without it shows everything, and ends the marks of before. It is of no
     * matter to {@link Db#openReadOnly}, which shows everything.
     */
    public Builder openAtLastMark(boolean on) {
      this.openAtLastMark = on;
      return this;
    }

    /**
     * Sets what the store shares with others: their block cache and threads take the place of the
     * store's own, and {@code memTableBytes} bounds each memtable as ever. Not stored with the
     * data: to be set at each opening.
     */
    public Builder resources(SharedResources shared) {
      this.resources = Objects.requireNonNull(shared, "resources");
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalArgumentException if this builder was given {@link #resources} and the size of
     *     a block cache or a number of threads besides: those are set where resources are built
     */
    public DbOptions build() {
      if (resources != null && notShared != null) {
        throw new IllegalArgumentException(
            notShared.label
                + " is of the shared resources: set it in SharedResources.builder(), or leave out"
                + " resources");
      }
      return new DbOptions(this);
    }
  }
}
