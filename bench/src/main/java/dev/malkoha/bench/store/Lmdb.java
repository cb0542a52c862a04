package dev.malkoha.bench.store;

import static org.lmdbjava.DbiFlags.MDB_CREATE;
import static org.lmdbjava.EnvFlags.MDB_NORDAHEAD;
import static org.lmdbjava.EnvFlags.MDB_NOSYNC;
import static org.lmdbjava.EnvFlags.MDB_NOTLS;
import static org.lmdbjava.EnvFlags.MDB_WRITEMAP;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/**
 * An LMDB environment with one map of entries, and its idle readers.
 *
 * <p>Flags are those of lmdbjava's own benchmarks: written through the map and not synced, which as
 * for the other stores outlives a killed process and not a power cut. Without read-ahead, as its
 * manual advises where data may outgrow memory. Its size is only what addresses are kept free for.
 */
final class Lmdb implements AutoCloseable {

  private static final long MAP_BYTES = 1L << 38;
  private static final int READERS_MAX = 8192;
  private static final int PAGE_BYTES = 4096;

  final Env<ByteBuffer> env;
  final Dbi<ByteBuffer> entries;
  private final Queue<LmdbReader> made = new ConcurrentLinkedQueue<>();
  private final Queue<LmdbReader> idle = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<LmdbReader> own = ThreadLocal.withInitial(this::make);

  Lmdb(Path directory) {
    System.setProperty(Env.DISABLE_CHECKS_PROP, "true");
    env =
        Env.create(ByteBufferProxy.PROXY_OPTIMAL)
            .setMapSize(MAP_BYTES)
            .setMaxReaders(READERS_MAX)
            .open(directory.toFile(), MDB_NOSYNC, MDB_WRITEMAP, MDB_NORDAHEAD, MDB_NOTLS);
    entries = env.openDbi((byte[]) null, MDB_CREATE);
  }

  /** The calling thread's reader, renewed; it is to be reset after one read. */
  LmdbReader own() {
    return own.get().renewed();
  }

  /** A reader at the entries as they are now; it comes back by {@link #release}. */
  LmdbReader reader() {
    LmdbReader reader = idle.poll();
    return (reader == null ? make() : reader).renewed();
  }

  private LmdbReader make() {
    LmdbReader reader = new LmdbReader(this);
    made.add(reader);
    return reader;
  }

  /** Takes back a reader that nobody uses any more. */
  void release(LmdbReader reader) {
    reader.reset();
    idle.add(reader);
  }

  long count() {
    try (Txn<ByteBuffer> txn = env.txnRead()) {
      return entries.stat(txn).entries;
    }
  }

  /** The file is as long as the map; these are the bytes of it that have been used. */
  long bytesUsed() {
    return (env.info().lastPageNumber + 1) * PAGE_BYTES;
  }

  @Override
  public void close() {
    made.forEach(LmdbReader::close);
    env.close();
  }
}
