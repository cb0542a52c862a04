package dev.malkoha.bench.store;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.h2.mvstore.MVStore;
import org.lmdbjava.Env;
import org.rocksdb.RocksDB;

/** The stores that can be measured, by the names that people and files use. */
public enum StoreKind {
  /** Malkoha as it comes: a cuckoo filter in every table. */
  MALKOHA("malkoha", "Malkoha, cuckoo filter") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return MalkohaStore.withCuckooFilter(directory, settings);
    }
  },

  /** The same engine with cache-line-blocked Bloom filters. */
  MALKOHA_BLOOM("malkoha-bloom", "Malkoha, blocked Bloom filter, 10 bits per key") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return MalkohaStore.withBloomFilter(directory, settings);
    }
  },

  /** Malkoha with what expires in a keyspace of its own; else as it is. */
  MALKOHA_APART("malkoha-apart", "Malkoha, what expires in a keyspace of its own") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return MalkohaStore.withCuckooFilter(directory, settings.with(AgeCare.APART));
    }
  },

  /** Malkoha that is opened at its last mark, and marks as it goes. */
  MALKOHA_MARKS("malkoha-marks", "Malkoha, opened at its last mark, a mark for 10,000 writes") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return MalkohaStore.atMarks(directory, settings);
    }
  },

  /** RocksDB through its own Java binding. */
  ROCKSDB("rocksdb", "RocksDB, Bloom filter, 10 bits per key, format version 6") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return RocksStore.open(directory, settings);
    }

    @Override
    public String description() {
      RocksDB.loadLibrary(); // which alone knows its version: before it is loaded, that is null
      return super.description() + ", rocksdbjni " + RocksDB.rocksdbVersion();
    }
  },

  /** The same library through its C API, without JNI. */
  ROCKSDB_C("rocksdb-c", "RocksDB by its C API, Bloom filter, 10 bits per key, format version 6") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return RocksCStore.open(directory, settings);
    }

    @Override
    public String description() {
      RocksDB.loadLibrary();
      return super.description() + ", library of rocksdbjni " + RocksDB.rocksdbVersion();
    }
  },

  /** RocksDB that reads and writes its tables past the system's page cache. */
  ROCKSDB_DIRECT("rocksdb-direct", "RocksDB as for little memory, direct reads and writes") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return RocksStore.open(directory, settings.with(MemoryCare.DIRECT));
    }
  },

  /** RocksDB with FIFO compaction of what expires; else as it is. */
  ROCKSDB_FIFO("rocksdb-fifo", "RocksDB, what expires in tables that go by their age") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return RocksStore.open(directory, settings.with(AgeCare.FIFO));
    }
  },

  /** LMDB by lmdbjava: a B+ tree in a mapped file. */
  LMDB("lmdb", "LMDB, written through the map, not synced, uncompressed, lmdbjava") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return new LmdbStore(directory);
    }

    @Override
    public String description() {
      return super.description() + version(Env.class);
    }
  },

  /** MVStore, the storage of H2. */
  MVSTORE("mvstore", "MVStore, LZF, no log: written every second, h2-mvstore") {
    @Override
    public Store open(Path directory, StoreSettings settings) {
      return new MvStore(directory, settings);
    }

    @Override
    public String description() {
      return super.description() + version(MVStore.class);
    }
  };

  /** The trees of sorted tables: what has filters and blocks. */
  public static final List<StoreKind> LSM_TREES =
      List.of(MALKOHA, MALKOHA_BLOOM, ROCKSDB, ROCKSDB_C);

  /** The stores of comparisons of filters and deletes, unless others are named. */
  public static final List<StoreKind> COMPARED = List.of(MALKOHA, MALKOHA_BLOOM, ROCKSDB);

  /** The stores of workloads, unless others are named. */
  public static final List<StoreKind> USUAL =
      List.of(MALKOHA, MALKOHA_BLOOM, ROCKSDB, LMDB, MVSTORE);

  /** The stores of comparisons of entries that expire, unless others are named. */
  public static final List<StoreKind> AGING =
      List.of(MALKOHA, MALKOHA_APART, ROCKSDB, ROCKSDB_FIFO);

  private final String label;
  private final String description;

  StoreKind(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** The version that the library's jar names. */
  private static String version(Class<?> of) {
    String version = of.getPackage().getImplementationVersion();
    return version == null ? "" : " " + version;
  }

  /** Opens the store in a directory of its own, creating it when it is empty or missing. */
  public abstract Store open(Path directory, StoreSettings settings);

  /** The store's name in options, tables and files. */
  public String label() {
    return label;
  }

  /** A few words about the store. */
  public String description() {
    return description;
  }

  /**
   * The store of that name.
   *
   * @throws IllegalArgumentException if there is none, naming those there are
   */
  public static StoreKind of(String label) {
    for (StoreKind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no store '" + label + "'; choose from " + labels());
  }

  /** All names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(StoreKind::label).collect(Collectors.toList());
  }
}
