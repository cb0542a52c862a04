package dev.malkoha.kafka.state;

import dev.malkoha.engine.Compression;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.filter.FilterPolicy;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * What the application's configuration says of state stores; all of it may be left out.
 *
 * @param memoryBytes heap for block cache and memtables of all state stores of the process together
 * @param threads compactions that may run at the same time, and as many flushes
 */
public record StoreConfig(
    long memoryBytes, int threads, FilterPolicy filter, Compression compression) {

  public static final String MEMORY_BYTES = "malkoha.memory.bytes";
  public static final String THREADS = "malkoha.threads";
  public static final String FILTER = "malkoha.filter";
  public static final String COMPRESSION = "malkoha.compression";

  private static final long MIB = 1 << 20;

  /** With it there is room for records of the size that Kafka takes by default, 1 MiB. */
  private static final long MEMORY_BYTES_MIN = 4 * MIB;

  /** What is left is for memtables: the system keeps what is read of tables, too. */
  private static final int CACHE_SHARE = 8;

  private static final int PARTS_IN_MEMORY = 16;

  /** How much log is kept for a ledger, whose few bytes are written as a table with the data. */
  private static final long LOG_BYTES = 16 * MIB;

  /**
   * Reads the configuration of an application.
   *
   * @throws ConfigException if a value is out of range or of no use
   */
  public static StoreConfig of(Map<String, ?> configs) {
    return new StoreConfig(
        number(configs, MEMORY_BYTES, defaultMemoryBytes(), MEMORY_BYTES_MIN, 1L << 40),
        (int) number(configs, THREADS, 2, 1, 64),
        filter(configs.get(FILTER)),
        compression(configs.get(COMPRESSION)));
  }

  /** The options of one state store. */
  DbOptions options(ProcessResources resources) {
    return DbOptions.builder()
        .filter(filter)
        .compression(compression)
        .logBytesMax(LOG_BYTES)
        .openAtLastMark(true)
        .resources(resources.shared())
        .build();
  }

  /** A sixteenth of the heap, at most 256 MiB: files grow with memtables, speed hardly. */
  private static long defaultMemoryBytes() {
    return Math.clamp(Runtime.getRuntime().maxMemory() / 16, MEMORY_BYTES_MIN, 256 * MIB);
  }

  /** The size of the block cache. */
  long blockCacheBytes() {
    return memoryBytes / CACHE_SHARE;
  }

  /** How much memtables may take. */
  long memTableBytes() {
    return memoryBytes - blockCacheBytes();
  }

  /** About the bytes of the largest key and value together: no store has the last eighth alone. */
  long entryBytesMax() {
    return memTableBytes() / 8 * 7;
  }

  /**
   * Bytes that are written at once where more might be: little enough that many stores can do so.
   */
  long partBytes() {
    return Math.min(MIB, memoryBytes / PARTS_IN_MEMORY);
  }

  private static long number(
      Map<String, ?> configs, String name, long ifAbsent, long least, long most) {
    Object value = configs.get(name);
    if (value == null) {
      return ifAbsent;
    }
    long number;
    try {
      number = Long.parseLong(value.toString().strip());
    } catch (NumberFormatException _) {
      throw new ConfigException(name, value, "must be a whole number");
    }
    if (number < least || number > most) {
      throw new ConfigException(name, value, "must be from " + least + " to " + most);
    }
    return number;
  }

  private static FilterPolicy filter(@Nullable Object value) {
    if (value == null) {
      return FilterPolicy.perLevel(FilterPolicy.windowedCuckoo(0.001));
    }
    try {
      return FilterPolicy.parse(value.toString().strip());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(FILTER, value, e.getMessage());
    }
  }

  private static Compression compression(@Nullable Object value) {
    if (value == null) {
      return Compression.LZ4;
    }
    try {
      return Compression.valueOf(value.toString().strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException _) {
      throw new ConfigException(COMPRESSION, value, "must be none, lz4, snappy or zstd");
    }
  }
}
