package dev.malkoha.engine;

import module java.base;

import dev.malkoha.filter.FilterPolicy;
import dev.malkoha.filter.KeyPrefix;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one keyspace, the default one among them: immutable, checked when built. Those
 * that were set are stored with the data. {@link DbOptions} has those of the whole store.
 */
public final class KeyspaceOptions {

  /** The options that were set. */
  final Map<Option, Object> given;

  private final boolean ages;
  private final long fifo;

  /** Takes of what was set the options of a keyspace. */
  KeyspaceOptions(Map<Option, Object> set) {
    given = new EnumMap<>(set);
    given.keySet().removeIf(option -> option.isOfStore);
    ages = !timeToLive().isZero() || !expiry().equals(ExpiryFunction.NONE);
    fifo = Option.FIFO.in(given);
    if (fifo > 0 && !merging().isNone()) {
      throw new IllegalArgumentException(
          "a keyspace with fifo has no merge function: its oldest operands would go, and newer ones of the same keys stay");
    }
  }

  /** A builder in which nothing is set: what stays so is as it is stored, or else by default. */
  public static Builder builder() {
    return new Builder();
  }

  /** The defaults, of which none was set. */
  public static KeyspaceOptions defaults() {
    return new Builder().build();
  }

  /** A builder that starts from these options, in which the same ones are set. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.given.putAll(given);
    return builder;
  }

  /** What filter each table carries. */
  public FilterPolicy filter() {
    return Option.FILTER.in(given);
  }

  /** Which prefixes of keys each table's filter holds beside the keys. */
  public KeyPrefix prefixFilter() {
    return Option.PREFIX_FILTER.in(given);
  }

  /** Bytes of newest data gathered in memory before they are written as a table. */
  public long memTableBytes() {
    return Option.MEM_TABLE_BYTES.in(given);
  }

  /** Bytes of a data block before compression: the unit of reading. */
  public int blockBytes() {
    return Option.BLOCK_BYTES.in(given);
  }

  /** Bytes at which a compaction begins its next table; level 1 holds eight of them. */
  public long tableBytes() {
    return Option.TABLE_BYTES.in(given);
  }

  /** How data blocks are compressed. */
  public Compression compression() {
    return Option.COMPRESSION.in(given);
  }

  /** What writes survive that do not say so themselves. */
  public Durability durability() {
    return Option.DURABILITY.in(given);
  }

  /** Whether deletes are applied to older tables in the background. */
  public boolean deleteApplier() {
    return Option.DELETE_APPLIER.in(given);
  }

  /** The share of dead entries from which on a table is rewritten, alone. */
  public double garbageShare() {
    return Option.GARBAGE_SHARE.in(given);
  }

  /** Bytes from which on a value is kept in a value file, apart from its key; 0 if none are. */
  public int valueFileThreshold() {
    return Option.VALUE_FILE_THRESHOLD.in(given);
  }

  /** What decides about values in compactions; {@link CompactionFilter#NONE} if nothing does. */
  public CompactionFilter compactionFilter() {
    return Option.COMPACTION_FILTER.in(given);
  }

  /** Bytes beyond which the oldest tables are dropped; 0 if none are. */
  public long fifo() {
    return fifo;
  }

  /** The merge function; null if there is none, or the one that is stored was not given. */
  public @Nullable MergeFunction mergeFunction() {
    return merging().function();
  }

  /** The name of the merge function, given or not; empty if there is none. */
  public String mergeFunctionName() {
    return merging().isNone() ? "" : merging().name();
  }

  private NamedMergeFunction merging() {
    return Option.MERGE_FUNCTION.in(given);
  }

  /** How long entries live after their write; zero if that is not limited by this option. */
  public Duration timeToLive() {
    return Option.TIME_TO_LIVE.in(given);
  }

  /** What says when an entry expires; {@link ExpiryFunction#NONE} if nothing does. */
  public ExpiryFunction expiry() {
    return Option.EXPIRY.in(given);
  }

  /** Whether puts expire that do not say so themselves. */
  public boolean ages() {
    return ages;
  }

  /**
   * These options; for those that were not set here, others', as far as they were set there.
   *
   * @throws IllegalArgumentException if both have merge functions, different by their names or, of
   *     ready ones, by what they do
   */
  public KeyspaceOptions over(KeyspaceOptions others) {
    NamedMergeFunction before = others.merging();
    if (before.isOtherThan(merging())) {
      throw new IllegalArgumentException(
          "the keyspace has the merge function \"%s\", and operands of it: it cannot have \"%s\"; make another keyspace for that"
              .formatted(before.text(), merging().text()));
    }
    Map<Option, Object> joined = new EnumMap<>(others.given);
    joined.keySet().removeIf(old -> given.keySet().stream().anyMatch(own -> own.replaces(old)));
    joined.putAll(given);
    return new KeyspaceOptions(joined);
  }

  /** Those options that were set, as a line: what is stored. */
  public String given() {
    return Option.of(given);
  }

  /** All options as one line of {@code name=value} pairs. */
  @Override
  public String toString() {
    return Option.ofAll(given, false);
  }

  /**
   * The setters of a keyspace's options, in whichever builder; every one refuses a value out of
   * range at once.
   *
   * @param <B> the builder
   */
  public abstract static class Settings<B extends Settings<B>> {

    final Map<Option, Object> given = new EnumMap<>(Option.class);

    Settings() {}

    @SuppressWarnings("unchecked") // a builder is its own kind of settings
    B set(Option option, Object value) {
      Object checked = option.checked(value);
      given.keySet().removeIf(option::replaces);
      given.put(option, checked);
      return (B) this;
    }

    /**
     * Sets the filter of new tables; default {@code perLevel(windowedCuckoo(0.001))}: 11.6 bits a
     * key at rest and 0.2 % false positives for a look-up in the whole store.
     *
     * @throws IllegalArgumentException if {@link FilterPolicy#parse} does not read the policy back
     *     from its spec, by which it is stored
     */
    public B filter(FilterPolicy policy) {
      return set(Option.FILTER, policy);
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
    public B prefixFilter(KeyPrefix prefix) {
      return set(Option.PREFIX_FILTER, prefix);
    }

    /**
     * Sets the memtable's size, 4 KiB to 1 GiB; default 64 MiB, or an eighth of a heap below 512
     * MiB. Larger: fewer, larger flushes. No memtable is larger than that of the default keyspace:
     * three times as much is what a store's memtables may use together. If those of several
     * keyspaces use three quarters of that, the largest one is flushed.
     */
    public B memTableBytes(long bytes) {
      return set(Option.MEM_TABLE_BYTES, bytes);
    }

    /**
     * Sets the block size, 256 bytes to 64 KiB; default 4 KiB. Larger: better scans, dearer gets.
     */
    public B blockBytes(int bytes) {
      return set(Option.BLOCK_BYTES, bytes);
    }

    /** Sets the size of tables, 4 KiB to 1 GiB; default 32 MiB. Smaller: finer compactions. */
    public B tableBytes(long bytes) {
      return set(Option.TABLE_BYTES, bytes);
    }

    /** Sets the compression of new blocks; default {@link Compression#LZ4}. */
    public B compression(Compression method) {
      return set(Option.COMPRESSION, method);
    }

    /** Sets what plain writes survive; default {@link Durability#PROCESS}. */
    public B durability(Durability level) {
      return set(Option.DURABILITY, level);
    }

    /**
     * Sets whether deletes are applied to older tables in the background; default true. Without it
     * a delete is a plain tombstone until compactions have carried it to the bottom.
     */
    public B deleteApplier(boolean on) {
      return set(Option.DELETE_APPLIER, on);
    }

    /**
     * Sets the share of dead entries from which on a table is rewritten, alone, above 0 and at most
     * 1; default 0.3. It goes when no more deletes are on their way, at once if twice that is dead.
     * When no more of it has died for a while, or somebody waits for the store to be idle, a
     * twelfth is enough.
     */
    public B garbageShare(double share) {
      return set(Option.GARBAGE_SHARE, share);
    }

    /**
     * Sets from how many bytes on values are kept in value files, apart from their keys: 32 to 256
     * MiB, or 0 for none, the default. Tables hold keys and pointers then; compactions leave such
     * values where they are until most of a file is dead, so a large value is written to the disk
     * twice in its life, once to the log, and tables stay small. It costs one more place to read
     * from, and up to half of the value files may be dead. What is stored when this is changed
     * moves as it is compacted.
     */
    public B valueFileThreshold(int bytes) {
      return set(Option.VALUE_FILE_THRESHOLD, bytes);
    }

    /**
     * Sets the function by which {@code merge} changes values; default none. The name is stored: a
     * function of {@link MergeFunctions} is found by it at later openings, any other must be given
     * again under the same name. It cannot be replaced by one of another name.
     *
     * @param name 1 to 64 letters, digits, dots, dashes and underlines
     * @throws IllegalArgumentException if the name is another one
     */
    public B mergeFunction(String name, MergeFunction function) {
      return set(Option.MERGE_FUNCTION, NamedMergeFunction.of(name, function));
    }

    /**
     * Sets how long entries live after their write, 1 ms to 36,500 days; zero, the default, for
     * ever. After that they are absent to every read, and their space comes back without their
     * being read one by one. What is written already keeps the time that it was written with.
     * Replaces {@link #expiry}.
     *
     * @see KeyValueMap#put(byte[], byte[], Duration)
     */
    public B timeToLive(Duration time) {
      return set(Option.TIME_TO_LIVE, time);
    }

    /**
     * Sets what says when an entry expires, from its key and value, as it is written. Replaces
     * {@link #timeToLive}; {@link ExpiryFunction#NONE} ends it. What is stored is that there is
     * such a function: it is to be given again at each opening, and as long as it is not, puts that
     * do not say themselves when they expire are refused.
     */
    public B expiry(ExpiryFunction function) {
      return set(Option.EXPIRY, function);
    }

    /**
     * Sets how large the keyspace may grow, 64 KiB to 1 PiB, or 0 for no bound, the default. Beyond
     * that its oldest tables are dropped, with whatever is in them: a cache, or a log of late
     * events. Nothing is compacted, but that tables go or are rewritten in which much was deleted.
     *
     * <p>It holds for tables and for what they keep in value files. The newest table stays however
     * large it is; what is in memory is not counted. A table goes whole, and every read asks each
     * table's filter: choose memtables of a hundredth to a tenth of this size. An entry is as old
     * as its last put.
     *
     * <p>Nothing is dropped while a snapshot or a transaction of the store is open: these see all
     * that there was, and the keyspace grows beyond its bound until they are closed.
     *
     * @throws IllegalArgumentException from the builder, if there is a merge function, too
     */
    public B fifo(long maxBytes) {
      return set(Option.FIFO, maxBytes);
    }

    /**
     * Sets what decides about values as compactions come by them; default {@link
     * CompactionFilter#NONE}. Nothing of it is stored: where an opening does not give it, nobody is
     * asked until somebody does.
     */
    public B compactionFilter(CompactionFilter filter) {
      return set(Option.COMPACTION_FILTER, filter);
    }
  }

  /** Gathers the options of a keyspace. */
  public static final class Builder extends Settings<Builder> {

    private Builder() {}

    /** Builds the options. */
    public KeyspaceOptions build() {
      return new KeyspaceOptions(given);
    }
  }
}
