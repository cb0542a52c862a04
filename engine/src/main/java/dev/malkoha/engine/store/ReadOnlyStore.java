package dev.malkoha.engine.store;

import dev.malkoha.sstable.BlockCache;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** An open store that is only read: one view for as long as it is open, and no worker. */
public final class ReadOnlyStore implements OpenStore {

  private final StoreReader reader;
  private final BlockCache cache;
  private final List<Closeable> resources;
  private final String storedOptions;
  private final List<String> problems;
  private final Closing closing = new Closing();

  /**
   * Creates a store over what has been opened.
   *
   * @param resources what is closed with the store, in this order
   */
  ReadOnlyStore(
      StoreReader reader,
      BlockCache cache,
      List<Closeable> resources,
      String storedOptions,
      List<String> problems) {
    this.reader = reader;
    this.cache = cache;
    this.resources = resources;
    this.storedOptions = storedOptions;
    this.problems = problems;
  }

  @Override
  public StoreReader reader() {
    return reader;
  }

  @Override
  public Store writer() {
    reader.checkOpen();
    throw new UnsupportedOperationException(
        "the store was opened read-only: open with Db.open to write");
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public String storedOptions() {
    return storedOptions;
  }

  @Override
  public List<String> problems() {
    return problems;
  }

  /** Returns at once: nothing runs. */
  @Override
  public void awaitIdle() {
    reader.checkOpen();
  }

  @Override
  public StoreFigures figures() {
    reader.checkOpen();
    return StoreFigures.of(cache, reader, StoreFigures.Written.NOTHING);
  }

  @Override
  public void close() throws IOException {
    closing.run(this::closeParts);
  }

  private void closeParts() throws IOException {
    reader.close();
    reader.awaitEarlierReads();
    StoreParts.closeAll(resources);
  }
}
