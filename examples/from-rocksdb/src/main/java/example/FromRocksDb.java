package example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.malkoha.engine.Cursor;
import dev.malkoha.engine.Db;
import dev.malkoha.engine.DbException;
import dev.malkoha.engine.DbOptions;
import dev.malkoha.engine.DbReader;
import dev.malkoha.engine.Durability;
import dev.malkoha.engine.IngestOptions;
import dev.malkoha.engine.KeyRange;
import dev.malkoha.engine.KeyValueMap;
import dev.malkoha.engine.OpenStore;
import dev.malkoha.engine.Reads;
import dev.malkoha.engine.ScanOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;

/**
 * Brings a RocksDB store over to Malkoha, or back. Column families become keyspaces of their names.
 *
 * <p>Entries go over in parts, each of them all or nothing; a part that is done is noted, so that a
 * run that was cut short goes on where it was. At the end all entries of both stores are counted
 * and summed up, and the sums must be equal.
 */
public final class FromRocksDb {

  private static final String USAGE =
      """
      usage: run [--merge-operator NAME] ROCKSDB_DIR MALKOHA_DIR
             run --back MALKOHA_DIR ROCKSDB_DIR
      NAME is one that RocksDB knows by name, such as uint64add or stringappend.""";

  /** The keyspace in which is noted what is done, as long as not all is. */
  private static final String DONE = "from-rocksdb: done so far";

  private static final int PART_ENTRIES = 2_000_000;
  private static final long INGEST_BYTES = 64 << 20;
  private static final long FILE_BYTES = 64 << 20;
  private static final long READ_AHEAD_BYTES = 2 << 20;

  private final PrintStream out;
  private final @Nullable String mergeOperator;
  private final int partEntries;

  FromRocksDb(PrintStream out, @Nullable String mergeOperator, int partEntries) {
    this.out = out;
    this.mergeOperator = mergeOperator;
    this.partEntries = partEntries;
  }

  private FromRocksDb(PrintStream out, @Nullable String mergeOperator) {
    this(out, mergeOperator, PART_ENTRIES);
  }

  /** Takes the command line; exits with 2 where something is to be done about it. */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  static int run(List<String> args, PrintStream out, PrintStream err) {
    try {
      if (args.size() == 3 && args.get(0).equals("--back")) {
        new FromRocksDb(out, null).back(Path.of(args.get(1)), Path.of(args.get(2)));
      } else if (args.size() == 4 && args.get(0).equals("--merge-operator")) {
        new FromRocksDb(out, args.get(1)).over(Path.of(args.get(2)), Path.of(args.get(3)));
      } else if (args.size() == 2) {
        new FromRocksDb(out, null).over(Path.of(args.get(0)), Path.of(args.get(1)));
      } else {
        err.println(USAGE);
        return 2;
      }
      return 0;
    } catch (RefusedException | DbException | RocksDBException | IOException e) {
      err.println(e.getMessage());
      return 2;
    }
  }

  /** Says what to do about a store that cannot be brought over as it is. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** How many entries there are, and a sum over them that does not depend on their order. */
  record Sum(long entries, long sum) {

    static final Sum NONE = new Sum(0, 0);

    Sum plus(byte[] key, byte[] value) {
      CRC32C crc = new CRC32C();
      crc.update(key, 0, key.length);
      long ofKey = crc.getValue();
      crc.update(value, 0, value.length);
      long both = ofKey << 32 ^ crc.getValue() ^ (long) key.length << 16 ^ value.length;
      return new Sum(entries + 1, sum + both * 0x9E3779B97F4A7C15L);
    }
  }

  /**
   * The finished part of a column family: its entries up to a key, which is null if that is all.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Done(Sum sum, byte @Nullable [] upTo) {

    static final Done NOTHING = new Done(Sum.NONE, new byte[0]);

    byte[] encode() {
      int length = upTo == null ? 0 : upTo.length;
      ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES + 1 + length);
      bytes.putLong(sum.entries()).putLong(sum.sum()).put((byte) (upTo == null ? 1 : 0));
      return upTo == null ? bytes.array() : bytes.put(upTo).array();
    }

    static Done decode(byte[] encoded) {
      ByteBuffer bytes = ByteBuffer.wrap(encoded);
      Sum sum = new Sum(bytes.getLong(), bytes.getLong());
      if (bytes.get() == 1) {
        return new Done(sum, null);
      }
      byte[] upTo = new byte[bytes.remaining()];
      bytes.get(upTo);
      return new Done(sum, upTo);
    }
  }

  // From RocksDB.

  /** Brings a RocksDB store over. */
  void over(Path from, Path to) throws RefusedException, RocksDBException, IOException {
    RocksDB.loadLibrary();
    requireRocks(from);
    try (FileChannel file = FileChannel.open(from.resolve("LOCK"), StandardOpenOption.WRITE);
        ColumnFamilyOptions family = familyOptions();
        DBOptions options =
            new DBOptions().setWalRecoveryMode(WALRecoveryMode.AbsoluteConsistency)) {
      lock(from, file);
      List<ColumnFamilyDescriptor> families = new ArrayList<>();
      try (Options any = new Options()) {
        for (byte[] name : RocksDB.listColumnFamilies(any, from.toString())) {
          families.add(new ColumnFamilyDescriptor(name, family));
        }
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB rocks = openReadOnly(options, from, families, handles);
          Db db = Db.open(to, DbOptions.defaults())) {
        over(rocks, handles, db);
      }
    }
  }

  private static void requireRocks(Path from) throws RefusedException {
    if (!Files.isRegularFile(from.resolve("CURRENT"))) {
      throw new RefusedException(from + " is no store of RocksDB: it has no file CURRENT");
    }
  }

  /** RocksDB holds the same lock while it has a store open for writing. */
  private static void lock(Path from, FileChannel file) throws IOException, RefusedException {
    FileLock lock = null;
    try {
      lock = file.tryLock(); // until the file is closed
    } catch (OverlappingFileLockException e) {
      // this process has it
    }
    if (lock == null) {
      throw new RefusedException(
          from
              + " is open elsewhere: close it there, or have RocksDB take a checkpoint and bring that"
              + " over");
    }
  }

  private ColumnFamilyOptions familyOptions() {
    ColumnFamilyOptions options = new ColumnFamilyOptions();
    return mergeOperator == null ? options : options.setMergeOperatorName(mergeOperator);
  }

  private static RocksDB openReadOnly(
      DBOptions options,
      Path from,
      List<ColumnFamilyDescriptor> families,
      List<ColumnFamilyHandle> handles)
      throws RocksDBException, RefusedException {
    try {
      return RocksDB.openReadOnly(options, from.toString(), families, handles);
    } catch (RocksDBException e) {
      throw refusal(from, String.valueOf(e.getMessage()), e);
    }
  }

  /** Without its whole log, or with merges left out, a store would come over with less in it. */
  private static RefusedException refusal(Path from, String said, RocksDBException e)
      throws RocksDBException {
    String lower = said.toLowerCase(Locale.ROOT);
    if (lower.contains("merge")) {
      return new RefusedException(
          from
              + " has merges that are not applied yet: name their operator with --merge-operator, or"
              + " have the program that wrote them compact the store");
    }
    if (lower.contains("comparator")) {
      return new RefusedException(
          from
              + " has an order of keys of its own ("
              + said
              + "). Malkoha's is that of unsigned bytes: write the keys so that their bytes have the"
              + " order you need (docs/from-rocksdb.md, \"Order of keys\")");
    }
    Status status = e.getStatus();
    if (status != null && status.getCode() == Status.Code.Corruption) {
      return new RefusedException(
          from
              + " is damaged, or its log ends within a write, as after a kill ("
              + said
              + "). Open and close it once with the program that wrote it, then try again");
    }
    throw e;
  }

  private void over(RocksDB rocks, List<ColumnFamilyHandle> families, Db db)
      throws RocksDBException, RefusedException {
    boolean goesOn = db.keyspaces().contains(DONE);
    if (!goesOn && (db.keyspaces().size() > 1 || db.first() != null)) {
      throw new RefusedException(
          db.directory() + " has data already: name a directory that is new");
    }
    KeyValueMap done = db.keyspace(DONE);
    Map<String, Sum> sums = new TreeMap<>();
    for (ColumnFamilyHandle family : families) {
      String name = new String(family.getName(), UTF_8);
      sums.put(name, over(rocks, family, name, map(db, name), done));
    }
    for (Map.Entry<String, Sum> family : sums.entrySet()) {
      compare(family.getKey(), family.getValue(), sum(map(db, family.getKey())));
    }
    db.dropKeyspace(DONE);
  }

  private static KeyValueMap map(Db db, String name) {
    return name.equals("default") ? db : db.keyspace(name);
  }

  private Sum over(
      RocksDB rocks, ColumnFamilyHandle family, String name, KeyValueMap map, KeyValueMap done)
      throws RocksDBException, RefusedException {
    byte[] key = name.getBytes(UTF_8);
    byte[] noted = done.get(key);
    Done now = noted == null ? Done.NOTHING : Done.decode(noted);
    try (ReadOptions options =
            new ReadOptions().setFillCache(false).setReadaheadSize(READ_AHEAD_BYTES);
        RocksIterator entries = rocks.newIterator(family, options)) {
      while (now.upTo() != null) {
        Part part = new Part(entries, now);
        map.ingest(part, IngestOptions.ofMemory(INGEST_BYTES));
        requireRead(entries, Path.of(rocks.getName()));
        now = part.done();
        done.withDurability(Durability.SYNC).put(key, now.encode());
        out.println("%s: %s so far".formatted(name, counted(now.sum().entries())));
      }
    }
    return now.sum();
  }

  private static void requireRead(RocksIterator entries, Path from)
      throws RocksDBException, RefusedException {
    try {
      entries.status();
    } catch (RocksDBException e) {
      throw refusal(from, String.valueOf(e.getMessage()), e);
    }
  }

  /** The entries of a column family after a key, as many as go over at once. */
  private final class Part implements Iterator<Map.Entry<byte[], byte[]>> {

    private final RocksIterator entries;
    private Sum sum;
    private byte[] last;
    private int left = partEntries;

    Part(RocksIterator entries, Done before) {
      this.entries = entries;
      this.sum = before.sum();
      byte[] upTo = before.upTo();
      this.last = upTo == null ? new byte[0] : upTo;
      if (sum.entries() == 0) {
        entries.seekToFirst();
      } else {
        entries.seek(last);
        if (entries.isValid() && Arrays.equals(entries.key(), last)) {
          entries.next();
        }
      }
    }

    @Override
    public boolean hasNext() {
      return left > 0 && entries.isValid();
    }

    @Override
    public Map.Entry<byte[], byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      last = entries.key();
      byte[] value = entries.value();
      sum = sum.plus(last, value);
      entries.next();
      left--;
      return Map.entry(last, value);
    }

    Done done() {
      return new Done(sum, entries.isValid() ? last : null);
    }
  }

  private static Sum sum(KeyValueMap map) {
    Sum sum = Sum.NONE;
    try (Cursor cursor = map.scan(KeyRange.all(), ScanOptions.defaults().pastCache())) {
      while (cursor.next()) {
        sum = sum.plus(cursor.key(), cursor.value());
      }
    }
    return sum;
  }

  private void compare(String name, Sum before, Sum after) throws RefusedException {
    out.println(
        String.format(
            Locale.ROOT, "%s: %s, sum %016x", name, counted(after.entries()), after.sum()));
    if (!before.equals(after)) {
      throw new RefusedException(
          name + " differs: " + before + " were read, " + after + " arrived; bring it over again");
    }
  }

  private static String counted(long entries) {
    return String.format(Locale.ROOT, "%,d %s", entries, entries == 1 ? "entry" : "entries");
  }

  // To RocksDB.

  /** Brings a store over to RocksDB, into a directory that is new. */
  void back(Path from, Path to) throws RefusedException, RocksDBException, IOException {
    RocksDB.loadLibrary();
    if (Files.exists(to.resolve("CURRENT"))) {
      throw new RefusedException(to + " has a store already: name a directory that is new");
    }
    Files.createDirectories(to);
    try (DbReader db = Db.openReadOnly(from);
        Options options = new Options().setCreateIfMissing(true);
        RocksDB rocks = RocksDB.open(options, to.toString())) {
      for (String name : db.keyspaces()) {
        back(db, name, rocks, to);
      }
    }
  }

  private void back(OpenStore db, String name, RocksDB rocks, Path to)
      throws RocksDBException, RefusedException, IOException {
    try (ColumnFamilyOptions options = new ColumnFamilyOptions()) {
      ColumnFamilyHandle family =
          name.equals("default")
              ? rocks.getDefaultColumnFamily()
              : rocks.createColumnFamily(new ColumnFamilyDescriptor(name.getBytes(UTF_8), options));
      List<String> files = new ArrayList<>();
      Sum sum = write(db.keyspace(name), to, files);
      if (!files.isEmpty()) {
        try (IngestExternalFileOptions move = new IngestExternalFileOptions().setMoveFiles(true)) {
          rocks.ingestExternalFile(family, files, move);
        }
      }
      for (String file : files) {
        Files.deleteIfExists(Path.of(file));
      }
      compare(name, sum, sum(rocks, family));
    }
  }

  /** Writes a map as sorted files of some size. */
  private static Sum write(Reads map, Path to, List<String> files) throws RocksDBException {
    Sum sum = Sum.NONE;
    try (Cursor cursor = map.scan(KeyRange.all(), ScanOptions.defaults().pastCache());
        EnvOptions env = new EnvOptions();
        Options options = new Options()) {
      boolean more = cursor.next();
      while (more) {
        String file = to.resolve("from-malkoha-" + files.size() + ".sst").toString();
        files.add(file);
        try (SstFileWriter writer = new SstFileWriter(env, options)) {
          writer.open(file);
          for (long bytes = 0; more && bytes < FILE_BYTES; more = cursor.next()) {
            byte[] key = cursor.key();
            byte[] value = cursor.value();
            writer.put(key, value);
            sum = sum.plus(key, value);
            bytes += key.length + (long) value.length;
          }
          writer.finish();
        }
      }
    }
    return sum;
  }

  private static Sum sum(RocksDB rocks, ColumnFamilyHandle family) throws RocksDBException {
    Sum sum = Sum.NONE;
    try (ReadOptions options = new ReadOptions().setFillCache(false);
        RocksIterator entries = rocks.newIterator(family, options)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        sum = sum.plus(entries.key(), entries.value());
      }
      entries.status();
    }
    return sum;
  }
}
