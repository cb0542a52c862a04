package dev.malkoha.bench.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptionsFIFO;
import org.rocksdb.CompactionStyle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TtlDB;
import org.rocksdb.WriteOptions;

/**
 * RocksDB's entries that expire. It has one time to live for all of a column family, so they have
 * one of their own.
 *
 * <p>By {@code TtlDB}, which notes the second of each write and drops what is older in compactions;
 * that files are compacted when they are as old is asked for, too ({@code ttl} and {@code
 * periodic_compaction_seconds}). Or by FIFO compaction, which drops files that are as old.
 */
final class RocksAging implements Aging {

  private static final String FAMILY = "expiring";

  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;
  private final WriteOptions writes;

  private RocksAging(RocksDB db, List<ColumnFamilyHandle> families, WriteOptions writes) {
    this.db = db;
    this.families = families;
    this.writes = writes;
  }

  /** Opens a database with that family; it and all it refers to belong to {@code owner}. */
  static RocksAging open(
      Path directory, StoreSettings settings, Options options, RocksNatives owner)
      throws RocksDBException {
    boolean fifo = settings.ageing() == AgeCare.FIFO;
    int seconds = Math.toIntExact(settings.timeToLive().toSeconds());
    ColumnFamilyOptions lasting = owner.add(new ColumnFamilyOptions(options));
    ColumnFamilyOptions expiring = owner.add(new ColumnFamilyOptions(options)).setTtl(seconds);
    if (fifo) {
      expiring
          .setCompactionStyle(CompactionStyle.FIFO)
          .setCompactionOptionsFIFO(
              owner.add(new CompactionOptionsFIFO()).setMaxTableFilesSize(Long.MAX_VALUE));
    } else {
      expiring.setPeriodicCompactionSeconds(seconds);
    }
    List<ColumnFamilyDescriptor> described =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, lasting),
            new ColumnFamilyDescriptor(FAMILY.getBytes(StandardCharsets.US_ASCII), expiring));
    DBOptions all = owner.add(new DBOptions(options)).setCreateMissingColumnFamilies(true);
    List<ColumnFamilyHandle> families = new ArrayList<>();
    RocksDB db =
        fifo
            ? RocksDB.open(all, directory.toString(), described, families)
            : TtlDB.open(
                all, directory.toString(), described, families, List.of(0, seconds), false);
    owner.add(db);
    families.forEach(owner::add);
    return new RocksAging(db, families, owner.add(new WriteOptions()));
  }

  RocksDB db() {
    return db;
  }

  /** That of entries that stay, and that of those that expire. */
  List<ColumnFamilyHandle> families() {
    return families;
  }

  private ColumnFamilyHandle expiring() {
    return families.get(1);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try {
      db.put(expiring(), writes, key, value);
    } catch (RocksDBException e) {
      throw RocksStore.failed("put", e);
    }
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    try {
      return db.get(expiring(), key);
    } catch (RocksDBException e) {
      throw RocksStore.failed("get", e);
    }
  }

  @Override
  public boolean hidesExpired() {
    return false;
  }

  @Override
  public Store.Batch batch() {
    return new RocksBatch(db, writes, expiring());
  }
}
