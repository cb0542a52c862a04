package dev.malkoha.bench.store;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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
  };

  private final String label;
  private final String description;

  StoreKind(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** Opens the store in a directory of its own, creating it when it is empty or missing. */
  public abstract Store open(Path directory, StoreSettings settings);

  /** The store's name in options, tables and files. */
  public String label() {
    return label;
  }

  /** What it is, in a few words. */
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
