package dev.malkoha.engine;

import dev.malkoha.engine.base.HeapShares;
import dev.malkoha.engine.base.Limits;
import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import java.util.Objects;

/**
 * The settings of one keyspace, the default one among them: immutable, checked when built, stored
 * with the data. {@link DbOptions} has those of the whole store.
 */
public final class KeyspaceOptions {

  private static final long MIB = 1 << 20;

  private final FilterPolicy filter;
  private final KeyPrefix prefixFilter;
  private final long memTableBytes;
  private final int blockBytes;
  private final long tableBytes;
  private final Compression compression;
  private final Durability durability;
  private final boolean deleteApplier;
  private final double garbageShare;
  private final int valueFileThreshold;

  private KeyspaceOptions(Builder builder) {
    filter = builder.filter;
    prefixFilter = builder.prefixFilter;
    memTableBytes = builder.memTableBytes;
    blockBytes = builder.blockBytes;
    tableBytes = builder.tableBytes;
    compression = builder.compression;
    durability = builder.durability;
    deleteApplier = builder.deleteApplier;
    garbageShare = builder.garbageShare;
    valueFileThreshold = builder.valueFileThreshold;
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults. */
  public static KeyspaceOptions defaults() {
    return new Builder().build();
  }

  /** A builder that starts from these options. */
  public Builder toBuilder() {
    return new Builder(this);
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

  /** Whether deletes are applied to older tables in the background. */
  public boolean deleteApplier() {
    return deleteApplier;
  }

  /** The share of dead entries from which on a table is rewritten, alone. */
  public double garbageShare() {
    return garbageShare;
  }

  /** Bytes from which on a value is kept in a value file, apart from its key; 0 if none are. */
  public int valueFileThreshold() {
    return valueFileThreshold;
  }

  /** The options as one line of {@code name=value} pairs. */
  @Override
  public String toString() {
    return OptionsLine.of(this);
  }

  /** Gathers options; every setter refuses a value out of range at once. */
  public static final class Builder {

    private FilterPolicy filter = FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001));
    private KeyPrefix prefixFilter = KeyPrefix.none();
    private long memTableBytes = HeapShares.DEFAULT_PART;
    private int blockBytes = 4096;
    private long tableBytes = 32 * MIB;
    private Compression compression = Compression.LZ4;
    private Durability durability = Durability.PROCESS;
    private boolean deleteApplier = true;
    private double garbageShare = 0.3;
    private int valueFileThreshold;

    private Builder() {}

    private Builder(KeyspaceOptions options) {
      filter = options.filter;
      prefixFilter = options.prefixFilter;
      memTableBytes = options.memTableBytes;
      blockBytes = options.blockBytes;
      tableBytes = options.tableBytes;
      compression = options.compression;
      durability = options.durability;
      deleteApplier = options.deleteApplier;
      garbageShare = options.garbageShare;
      valueFileThreshold = options.valueFileThreshold;
    }

    /**
     * Sets the filter of new tables; default {@code perLevel(windowedCuckoo(0.001))}: 11.6 bits a
     * key at rest and 0.2 % false positives for a look-up in the whole store.
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
     * as if they had none, until compactions have rewritten them.
     */
    public Builder prefixFilter(KeyPrefix prefix) {
      this.prefixFilter = Objects.requireNonNull(prefix, "prefixFilter");
      return this;
    }

    /**
     * Sets the memtable's size, 4 KiB to 1 GiB; default 64 MiB, or an eighth of a heap below 512
     * MiB. Larger: fewer, larger flushes. No memtable is larger than that of the default keyspace:
     * three times as much is what a store's memtables may use together. If those of several
     * keyspaces use three quarters of that, the largest one is flushed.
     */
    public Builder memTableBytes(long bytes) {
      this.memTableBytes = Limits.inRange("memTableBytes", bytes, 4096, 1024 * MIB);
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

    /**
     * Sets whether deletes are applied to older tables in the background; default true. Without it
     * a delete is a plain tombstone until compactions have carried it to the bottom.
     */
    public Builder deleteApplier(boolean on) {
      this.deleteApplier = on;
      return this;
    }

    /**
     * Sets the share of dead entries from which on a table is rewritten, alone, above 0 and at most
     * 1; default 0.3. It goes when no more deletes are on their way, at once if twice that is dead.
     * When no more of it has died for a while, or somebody waits for the store to be idle, a
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

    /** Builds the options. */
    public KeyspaceOptions build() {
      return new KeyspaceOptions(this);
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
